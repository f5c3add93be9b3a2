import { retention } from './retention.ts';

/** An entry of the register of processing activities (GDPR, Article 30). */
export type Activity = {
  title: string;
  people: string;
  purpose: string;
  basis: string;
  kept: string;
  recipients: string;
};

const {
  clientDataDays,
  idempotencyKeyDays,
  unpaidDays,
  appointmentDays,
  claimYears,
  accountingYears,
  webhookDays,
  jobDays,
  mailFileDays,
  recipientDays,
  backupDays,
  deskLogYears,
  noticeDays,
  unconfirmedNoticeDays,
} = retention;

const contract = 'contract, GDPR Art. 6(1)(b)';
const obligation = 'legal obligation, Art. 6(1)(c)';
const interest = 'legitimate interest, Art. 6(1)(f)';
const staffAndProcessors = 'branch staff; the mail provider and the host, as processors';

export const activities = {
  contact: {
    title: 'Carrying out orders',
    people: 'buyers',
    purpose: 'to hand over or fit the tires, to contact the buyer about them, to answer claims about them',
    basis: `${contract}; afterwards ${interest}: claims`,
    kept: `${unpaidDays} days after the order’s end if no money ever moved; otherwise ${claimYears} years after the end of the matter (TsÜS § 146)`,
    recipients: `${staffAndProcessors}; the payment provider that the buyer chooses`,
  },
  appointments: {
    title: 'Appointments for fitting',
    people: 'buyers; people who book by phone or at the counter',
    purpose: 'to keep a time free, to know who comes with which vehicle, to call if the time must change',
    basis: contract,
    kept: `with an order: as long as the order; without: ${appointmentDays} days after the appointment. Time, bay and kind of work are kept longer, without the name`,
    recipients: `${staffAndProcessors}, with SMS_URL also the provider of text messages`,
  },
  notices: {
    title: 'Mails about tires that are on sale again',
    people: 'visitors who ask for such a mail',
    purpose: 'to send one mail when the tire can be bought again',
    basis: 'consent, GDPR Art. 6(1)(a), by the link in the first mail',
    kept: `until the mail is sent or the request is removed, ${noticeDays} days at the most; ${unconfirmedNoticeDays} days if the address was not confirmed`,
    recipients: 'the mail provider and the host, as processors',
  },
  accounting: {
    title: 'Accounting',
    people: 'buyers',
    purpose: 'source documents: buyer, tires, date, price, payments and refunds',
    basis: obligation,
    kept: `${unpaidDays} days after the order’s end if no money ever moved; otherwise ${accountingYears} years from the end of the financial year (RPS § 12). Numbers, tires and amounts are kept longer, without the name`,
    recipients:
      'the accountant, with MERIT_API_KEY through Merit Aktiva (a company with its name, a person without name); authorities where the law says so',
  },
  withdrawals: {
    title: 'Withdrawals',
    people: 'consumers who withdraw',
    purpose: 'to receive, confirm and deal with declarations of withdrawal (Directive 2011/83/EU, Art. 11a)',
    basis: `${obligation}; afterwards ${interest}: claims`,
    kept: `${claimYears} years after the declaration was dealt with (TsÜS § 146)`,
    recipients: staffAndProcessors,
  },
  payments: {
    title: 'Payment providers’ messages',
    people: 'buyers who pay online',
    purpose: 'to learn the result of a payment, to recognise repeated messages, to find differences from the books',
    basis: contract,
    kept: `${webhookDays} days after receipt; differences: as long as accounting records`,
    recipients: 'only the provider itself',
  },
  misuse: {
    title: 'Guarding against misuse',
    people: 'buyers',
    purpose:
      'to limit how many unpaid orders one buyer holds open or places in a day; to see which orders came from one browser',
    basis: interest,
    kept: `while the order is open and for a day after it was placed, ${clientDataDays} days at the most`,
    recipients: 'none',
  },
  repeats: {
    title: 'Orders sent twice',
    people: 'buyers',
    purpose: 'to answer a repeated request with the same response; only hashes are stored',
    basis: contract,
    kept: `${idempotencyKeyDays} days`,
    recipients: 'none',
  },
  mailFiles: {
    title: 'E-mails as files',
    people: 'buyers',
    purpose: 'e-mails of a shop without a mail server: files `DATA_DIR/mail/*.eml`',
    basis: contract,
    kept: `${mailFileDays} days`,
    recipients: 'none',
  },
  recipients: {
    title: 'Documents mailed to another address',
    people: 'those to whom a buyer has an invoice mailed, such as an accountant',
    purpose: 'to mail the document, and to answer whether it was mailed',
    basis: interest,
    kept: `${recipientDays} days after it was mailed`,
    recipients: staffAndProcessors,
  },
  jobs: {
    title: 'Job queue',
    people: 'buyers',
    purpose:
      'the queue (schema `pgboss`): ids of rows of the other tables, and the errors of failed attempts without e-mail addresses',
    basis: contract,
    kept: `${jobDays} days after completion`,
    recipients: 'none',
  },
  staff: {
    title: 'Actors of changes',
    people: 'employees',
    purpose:
      'the history of orders, money and stock contains the login of the employee, or the user name of the operator on the machine',
    basis: `${obligation}; ${interest}: an audit trail of money and goods`,
    kept: `${accountingYears} years from the end of the financial year; then only \`staff\` or \`operator\``,
    recipients: 'the accountant',
  },
  deskAccess: {
    title: 'Access to the desk',
    people: 'employees',
    purpose: 'to let only employees in, each with the rights of a role: passkeys, PIN and sessions',
    basis: `${interest}: security of the data of buyers; Art. 32`,
    kept: 'until the rights end; sessions 12 hours; the name in histories as long as the histories',
    recipients: 'none',
  },
  deskLog: {
    title: 'Log of the desk',
    people: 'employees',
    purpose: 'who did or tried what at the desk, for an audit of money and goods and to find misuse',
    basis: `${interest}: an audit trail of money and goods`,
    kept: `${accountingYears} years from the end of the financial year; ${deskLogYears} year for reading, sign-ins and refusals`,
    recipients: 'the owner',
  },
  backups: {
    title: 'Backups',
    people: 'all of the above',
    purpose: 'to restore the data after a loss; exports and erasures do not reach them',
    basis: 'legal obligation, Art. 6(1)(c) with Art. 32(1)(c)',
    kept: `up to ${backupDays} days`,
    recipients: 'the host, as processor',
  },
  logs: {
    title: 'Logs',
    people: 'none',
    purpose: 'requests, jobs and errors; no names, addresses or tokens are logged',
    basis: 'none needed',
    kept: 'as long as the host keeps them',
    recipients: 'none',
  },
} satisfies Record<string, Activity>;

export type ActivityId = keyof typeof activities;
