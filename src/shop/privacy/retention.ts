/** Maximum retention of personal data; docs/privacy.md has the reasons. Days and years in Tallinn. */
export const retention = {
  /** IP address, normalized e-mail address and device id of an order. */
  clientDataDays: 30,
  idempotencyKeyDays: 30,
  /** Orders without any payment, from their end. */
  unpaidDays: 90,
  /** Contact data of other orders, from their end; declarations of withdrawal, from when they were handled. */
  claimYears: 3,
  /** Names and companies of paid orders, names of employees: from the end of the financial year. */
  accountingYears: 7,
  /** Appointments for fitting without an order, from their day. */
  appointmentDays: 90,
  /** Requests for a mail when a tire is on sale again. `unconfirmedNoticeDays`: while the address is not confirmed. */
  noticeDays: 90,
  unconfirmedNoticeDays: 2,
  /** Entries of the desk’s log about orders that were viewed, sign-ins and refusals. */
  deskLogYears: 1,
  webhookDays: 90,
  jobDays: 90,
  mailFileDays: 30,
  /** Requests to suppliers' systems and their answers, for disputes about a delivery or an invoice. */
  exchangeDays: 400,
  /** Addresses other than the buyer's to which documents were mailed. */
  recipientDays: 30,
  /** Nightly backups; archives are kept for less time. */
  backupDays: 14,
} as const;

/** How far the embedded database's archive reaches back by default. Its oldest base backup may be two days older. */
export const defaultArchiveDays = 7;
