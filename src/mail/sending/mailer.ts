import type { WrittenLetter } from '../letter.ts';
import { emlFiles } from './eml-files.ts';
import { smtp } from './smtp.ts';

export type Mailer = {
  /** Throws a MailError, which says whether to try again. */
  send(letter: WrittenLetter): Promise<void>;
  close(): void;
  /** Where letters go, for the log: no password in it. */
  describes: string;
};

/** Sends through a mail server; without one, letters become files that a mail program opens. */
export function mailer({ smtpUrl, from, folder }: { smtpUrl?: string; from: string; folder: string }): Mailer {
  return smtpUrl ? smtp(smtpUrl, from) : emlFiles(folder, from);
}
