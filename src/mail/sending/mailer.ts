import type { Mail } from '../mail.ts';

export type Mailer = {
  /** Throws a MailError, whose `permanent` says whether another attempt is useless. */
  send(mail: Mail): Promise<void>;
  close(): void;
  /** The destination, for the log; without password. */
  description: string;
};

/** `unsent`: the mail server did not accept the mail. `unclear`: the server may have accepted the mail. */
export type SingleAttempt = { result: 'sent' } | { result: 'unsent' | 'unclear'; reason: string };

export type SingleSender = {
  /** Makes a single attempt. Returns whether a failed attempt may have delivered the mail. */
  sendOnce(mail: Mail): Promise<SingleAttempt>;
};

export type Transport = Omit<Mailer, 'description'> & SingleSender;

type MailerSettings = { smtpUrl?: string; from: string; folder: string };

/** Sends by SMTP, or without `smtpUrl` writes `.eml` files into `folder`. nodemailer is imported at the first mail. */
export function openMailer({ smtpUrl, from, folder }: MailerSettings): Mailer & SingleSender {
  let opening: Promise<Transport> | undefined;
  const open = async (): Promise<Transport> => {
    if (smtpUrl) return (await import('./transports.ts')).smtp(smtpUrl, from);
    return (await import('./transports.ts')).emlFiles(folder, from);
  };
  const opened = () => {
    opening ??= open();
    return opening;
  };
  return {
    send: async (mail) => (await opened()).send(mail),
    sendOnce: async (mail) => (await opened()).sendOnce(mail),
    close: () => void opening?.then((transport) => transport.close()).catch(() => {}),
    description: smtpUrl ? `smtp ${new URL(smtpUrl).host}` : `files in ${folder}`,
  };
}
