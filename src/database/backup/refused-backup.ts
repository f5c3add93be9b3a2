/** Why nothing was written; in words for the operator. */
export type BackupRefusal = 'exists' | 'no-backup' | 'damaged' | 'newer' | 'in-use' | 'not-empty' | 'not-the-shops';

/** A backup that was not made, or not restored: nothing has changed. */
export class RefusedBackup extends Error {
  readonly reason: BackupRefusal;

  constructor(reason: BackupRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
