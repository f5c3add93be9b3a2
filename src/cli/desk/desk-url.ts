import { deskUrlOf as configuredUrl, readConfig } from '../../app/config.ts';
import type { Call } from '../command.ts';

/** Returns where browsers reach the desk. */
export function deskUrlOf({ io }: Pick<Call, 'io'>): string {
  return configuredUrl(readConfig(io.env)) ?? 'http://localhost';
}
