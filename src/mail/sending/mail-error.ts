/** A letter that was not taken. `permanent`: sent again, it would be refused again. */
export class MailError extends Error {
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MailError';
    this.permanent = permanent;
  }
}

type SmtpFault = Error & { code?: string; responseCode?: number };

/** Answers that are about the shop's own account at the server, not about this letter: they pass once it is mended. */
const aboutAccount = [530, 534, 535, 538];

/** A fault of sending: for good with an SMTP answer of 5xx, for now with one of 4xx or with none. */
export function mailError(fault: unknown): MailError {
  const { message, code, responseCode = 0 } = fault as SmtpFault;
  const refused = responseCode >= 500 && responseCode < 600 && !aboutAccount.includes(responseCode);
  return new MailError(message, refused && code !== 'EAUTH', { cause: fault });
}
