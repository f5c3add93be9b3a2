import { join } from 'node:path';

/** Where letters become files when there is no mail server: in the data folder. */
export function letterFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}
