import type { Mail } from '../mail.ts';

export type Mailer = {
  /** Throws a MailError, whose `permanent` says whether another attempt is useless. */
  send(mail: Mail): Promise<void>;
  close(): void;
  /** The destination, for the log; without password. */
  describes: string;
};

export type Transport = Omit<Mailer, 'describes'>;

/** Sends by SMTP, or without `smtpUrl` writes `.eml` files into `folder`. nodemailer is imported at the first mail. */
export function openMailer({ smtpUrl, from, folder }: { smtpUrl?: string; from: string; folder: string }): Mailer {
  let opening: Promise<Transport> | undefined;
  const open = async (): Promise<Transport> => {
    if (smtpUrl) return (await import('./transports.ts')).smtp(smtpUrl, from);
    return (await import('./transports.ts')).emlFiles(folder, from);
  };
  return {
    async send(mail) {
      opening ??= open();
      const transport = await opening;
      await transport.send(mail);
    },
    close: () => void opening?.then((transport) => transport.close()).catch(() => {}),
    describes: smtpUrl ? `smtp ${new URL(smtpUrl).host}` : `files in ${folder}`,
  };
}
