import { readConfig } from '../../app/config.ts';
import type { Call } from '../command.ts';

/** Returns where browsers reach the desk. */
export function deskUrlOf({ io }: Pick<Call, 'io'>): string {
  const { deskUrl, deskPort } = readConfig(io.env);
  return deskUrl ?? `http://localhost:${deskPort}`;
}
