import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Transport } from './mailer.ts';
import { messageOf } from './message.ts';

/** Letters as `.eml` files, for their owner alone. A file is there whole or not at all; the same letter again takes its own place. */
export function emlFiles(folder: string, from: string): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(letter) {
      const { message } = await transport.sendMail(messageOf(letter, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = join(folder, `.${letter.name}.${crypto.randomUUID()}`);
      try {
        await writeFile(unfinished, message as Buffer, { mode: 0o600 });
        await rename(unfinished, join(folder, `${letter.name}.eml`));
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    close: () => transport.close(),
  };
}
