import { deskUrlOf as configuredDeskUrl, readConfig } from '../../app/config.ts';
import type { Call } from '../command.ts';

export function deskUrlOf({ io }: Pick<Call, 'io'>): string {
  // The port of a desk on PORT 0 is known only to the shop that runs.
  return configuredDeskUrl(readConfig(io.env)) ?? 'http://localhost';
}
