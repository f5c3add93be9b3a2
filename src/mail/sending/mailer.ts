import type { Mail } from '../mail.ts';

export type Mailer = {
  send(mail: Mail): Promise<void>;
  close(): void;
  /** The destination, for the log; without password. */
  description: string;
};

/** `unsent`: the mail server has certainly not accepted the mail. `unclear`: the server may have accepted the mail. */
export type SingleAttempt = { result: 'sent' } | { result: 'unsent' | 'unclear'; reason: string };

export type SingleSender = {
  /** Tries once. `send` may repeat a mail by itself when it loses the connection. */
  sendOnce(mail: Mail): Promise<SingleAttempt>;
};

export type Transport = Omit<Mailer, 'description'> & SingleSender;

type MailerSettings = { smtpUrl?: string | undefined; from: string; folder: string };

/** Sends by SMTP, or without `smtpUrl` writes `.eml` files into `folder`. nodemailer is imported at the first mail. */
export function openMailer({ smtpUrl, from, folder }: MailerSettings): Mailer & SingleSender {
  let opening: Promise<Transport> | undefined;
  const open = async (): Promise<Transport> => {
    const { emlFileTransport, smtpTransport } = await import('./transports.ts');
    return smtpUrl ? smtpTransport(smtpUrl, from) : emlFileTransport(folder, from);
  };
  const openOnce = () => {
    opening ??= open();
    return opening;
  };
  return {
    send: async (mail) => (await openOnce()).send(mail),
    sendOnce: async (mail) => (await openOnce()).sendOnce(mail),
    close: () => void opening?.then((transport) => transport.close()).catch(() => {}),
    description: smtpUrl ? `smtp ${new URL(smtpUrl).host}` : `files in ${folder}`,
  };
}
