import { deskUrlOf as configuredDeskUrl, readConfig } from '../../app/config.ts';
import type { Call } from '../command.ts';

export function deskUrlOf({ io }: Pick<Call, 'io'>): string {
  const urlWithUnknownPort = 'http://localhost';
  return configuredDeskUrl(readConfig(io.env)) ?? urlWithUnknownPort;
}
