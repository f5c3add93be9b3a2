import type { WrittenLetter } from '../letter.ts';

export type Mailer = {
  /** Throws a MailError, which says whether to try again. */
  send(letter: WrittenLetter): Promise<void>;
  close(): void;
  /** Where letters go, for the log: no password in it. */
  describes: string;
};

/** What takes letters and hands them on. */
export type Transport = Omit<Mailer, 'describes'>;

/**
 * Sends through a mail server; without one, letters become files that a mail program opens. What sends is loaded with the
 * first letter, not with the shop.
 */
export function mailer({ smtpUrl, from, folder }: { smtpUrl?: string; from: string; folder: string }): Mailer {
  let opening: Promise<Transport> | undefined;
  const open = async (): Promise<Transport> => {
    if (smtpUrl) return (await import('./smtp.ts')).smtp(smtpUrl, from);
    return (await import('./eml-files.ts')).emlFiles(folder, from);
  };
  return {
    async send(letter) {
      opening ??= open();
      await (await opening).send(letter);
    },
    // What could not be opened has nothing to close.
    close: () => void opening?.then((post) => post.close()).catch(() => {}),
    describes: smtpUrl ? `smtp ${new URL(smtpUrl).host}` : `files in ${folder}`,
  };
}
