/** `permanent`: there is no such address, so another attempt would fail too. */
export class MailError extends Error {
  readonly permanent: boolean;

  constructor(message: string, { permanent, ...options }: ErrorOptions & { permanent: boolean }) {
    super(message, options);
    this.name = 'MailError';
    this.permanent = permanent;
  }
}
