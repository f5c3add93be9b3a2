/**
 * How long personal data are kept at most: the job that erases, the privacy page and docs/privacy.md all read it here,
 * where each is reasoned. Days and years are those of the calendar in Tallinn.
 */
export const retention = {
  /** Network address, mailbox and device of an order, and the key under which a request may be repeated. */
  originDays: 30,
  /** Orders that ended and on which no money ever moved, from their end. */
  unpaidDays: 90,
  /** Contact data of the other orders, from the end of the matter; declarations of withdrawal, from when they were dealt with. */
  claimYears: 3,
  /** Names and companies on orders on which money moved, and which employee did what: from the end of the financial year. */
  accountingYears: 7,
  /** What payment providers told. */
  webhookDays: 90,
  /** Jobs that are done or dead; database/queue.server.ts has it too. */
  jobDays: 90,
  /** Letters that became files because there is no mail server. */
  letterFileDays: 30,
  /** Nightly backups; whoever keeps them longer changes this too. */
  backupDays: 14,
} as const;
