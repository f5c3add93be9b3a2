import { deskUrlOf as configuredUrl, readConfig } from '../../app/config.ts';
import type { Call } from '../command.ts';

export function deskUrlOf({ io }: Pick<Call, 'io'>): string {
  return configuredUrl(readConfig(io.env)) ?? 'http://localhost';
}
