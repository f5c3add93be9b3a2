import { deskUrlOf as configuredDeskUrl, readConfig } from '../../app/config.ts';
import type { Call } from '../command.ts';

export function deskUrlOf({ io }: Pick<Call, 'io'>): string {
  return configuredDeskUrl(readConfig(io.env)) ?? 'http://localhost';
}
