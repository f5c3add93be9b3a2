import { deskUrlOf as configuredDeskUrl, readConfig } from '../../app/config.ts';
import type { Call } from '../command.ts';

export function deskUrlOf({ io }: Pick<Call, 'io'>): string {
  // With PORT 0, only the running shop knows the desk's port.
  const urlWithoutPort = 'http://localhost';
  return configuredDeskUrl(readConfig(io.env)) ?? urlWithoutPort;
}
