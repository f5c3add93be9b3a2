import { retention } from '../retention.ts';

/** An entry of the register of processing activities (GDPR, Article 30). */
export type Activity = {
  title: string;
  people: string;
  purpose: string;
  basis: string;
  kept: string;
  recipients: string;
};

const { originDays, unpaidDays, claimYears, accountingYears, webhookDays, jobDays, mailFileDays, backupDays } =
  retention;

const contract = 'contract, GDPR Art. 6(1)(b)';
const obligation = 'legal obligation, Art. 6(1)(c)';
const interest = 'legitimate interest, Art. 6(1)(f)';
const carriers = 'branch staff; the mail provider and the host, as processors';

export const activities = {
  contact: {
    title: 'Carrying out orders',
    people: 'buyers',
    purpose: 'to hand over or fit the tires, to write and call about them, to answer claims about them',
    basis: `${contract}; afterwards ${interest}: claims`,
    kept: `${unpaidDays} days after its end where no money ever moved; otherwise ${claimYears} years after the end of the matter (TsÜS § 146)`,
    recipients: `${carriers}; the payment provider that the buyer chooses`,
  },
  accounting: {
    title: 'Accounting',
    people: 'buyers',
    purpose: 'source documents: who bought what, when, for how much, and how it was paid and given back',
    basis: obligation,
    kept: `${unpaidDays} days after its end where no money ever moved; otherwise ${accountingYears} years from the end of the financial year (RPS § 12). Numbers, tires and amounts stay without the name`,
    recipients: 'the accountant; authorities where the law says so',
  },
  withdrawals: {
    title: 'Withdrawals',
    people: 'consumers who withdraw',
    purpose: 'to receive, confirm and deal with declarations of withdrawal (Directive 2011/83/EU, Art. 11a)',
    basis: `${obligation}; afterwards ${interest}: claims`,
    kept: `${claimYears} years after it was dealt with (TsÜS § 146)`,
    recipients: carriers,
  },
  payments: {
    title: 'Payment providers’ messages',
    people: 'buyers who pay online',
    purpose: 'to learn what became of a payment, to tell repeated messages, to find what differs from the books',
    basis: contract,
    kept: `${webhookDays} days after they came; findings as long as the accounting`,
    recipients: 'none besides the provider itself',
  },
  misuse: {
    title: 'Guarding against misuse',
    people: 'buyers',
    purpose: 'to limit how many unpaid orders one buyer holds open or places in a day; to recognise repeated attempts',
    basis: interest,
    kept: `while the order is open and for a day after it was placed, ${originDays} days at the most`,
    recipients: 'none',
  },
  repeats: {
    title: 'Orders sent twice',
    people: 'buyers',
    purpose: 'to give the same answer to a request that is sent again; only hashes are kept',
    basis: contract,
    kept: `${originDays} days`,
    recipients: 'none',
  },
  letters: {
    title: 'E-mails as files',
    people: 'buyers',
    purpose: 'e-mails where no mail server is set: files `DATA_DIR/mail/*.eml`',
    basis: contract,
    kept: `${mailFileDays} days`,
    recipients: 'none',
  },
  jobs: {
    title: 'Jobs to be done',
    people: 'buyers',
    purpose:
      'the queue (schema `pgboss`): ids of rows of this list, and why a try failed, e-mail addresses taken out of it',
    basis: contract,
    kept: `${jobDays} days after they are done`,
    recipients: 'none',
  },
  staff: {
    title: 'Who did it',
    people: 'employees',
    purpose: 'the history of orders, money and stock names the machine’s user who gave a command',
    basis: `${obligation}; ${interest}: a trail of who moved money and goods`,
    kept: `${accountingYears} years from the end of the financial year; then \`operator\` alone`,
    recipients: 'the accountant',
  },
  backups: {
    title: 'Backups',
    people: 'all of the above',
    purpose: 'to have the data again after a loss; nothing is looked up in them',
    basis: 'legal obligation, Art. 6(1)(c) with Art. 32(1)(c)',
    kept: `up to ${backupDays} days`,
    recipients: 'the host, as processor',
  },
  logs: {
    title: 'Logs',
    people: 'nobody',
    purpose: 'what the shop did and what failed; no names, addresses or tokens are written',
    basis: 'none needed',
    kept: 'as long as the host keeps them',
    recipients: 'none',
  },
} satisfies Record<string, Activity>;

export type ActivityId = keyof typeof activities;
