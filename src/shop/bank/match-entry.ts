import type { ShopConfig } from '../config/shop-config.ts';
import type { Cents } from '../money.ts';
import { type OrderStatus, openStatuses } from '../order/order.ts';
import { referenceNumber } from '../order/order-codes.server.ts';
import type { StatementEntry } from './statement.ts';

export type BankSettings = Pick<ShopConfig['bank'], 'iban' | 'payouts'>;

/** `isPaid`: the whole total was paid. `dueCents`: the sum still to be paid, as `dueOf` returns it. */
export type CandidateOrder = {
  id: number;
  reference: string;
  status: OrderStatus;
  /** Handed over to a company that pays later. */
  isOnCredit: boolean;
  dueCents: Cents;
  isPaid: boolean;
};

/** Money of an earlier entry that was booked for an order. */
export type BookedEntry = Pick<StatementEntry, 'bankId' | 'refs' | 'amountCents' | 'payerIban'> & {
  id: number;
  orderReference: string;
};

/** The reasons why an employee must assign an entry. */
export const unassignedReasons = [
  'currency',
  'no-reference',
  'wrong-reference',
  'unknown-order',
  'several-orders',
  'paid',
  'closed',
  'amount-differs',
  'booked-otherwise',
  'returned-to-shop',
  'reversal',
] as const;

export type UnassignedReason = (typeof unassignedReasons)[number];

export type SkipReason = 'pending' | 'other-account' | 'debit';

/**
 * `book`: the entry pays the sum due. `flagged`: it does, but its reference was only in the text. `part`, `over`: it is less or more than
 * the sum due. `reverse`: it reverses the entry `entryId`.
 */
export type Decision =
  | { kind: 'book' | 'flagged' | 'part' | 'over'; orderId: number }
  | { kind: 'payout'; provider: string }
  | { kind: 'reverse'; entryId: number }
  | { kind: 'unassigned'; reason: UnassignedReason }
  | { kind: 'skip'; reason: SkipReason };

/** The data with which an entry is compared: orders that have one of its references, and booked entries that share an id or reference. */
export type Known = { orders: readonly CandidateOrder[]; booked: readonly BookedEntry[] };

/**
 * Decides how to treat an entry of a statement. Only a valid reference number leads to an order, never a name or an amount. Payouts of
 * payment providers are checked before orders, so that a number in their text never pays an order.
 */
export function matchEntry(entry: StatementEntry, known: Known, settings: BankSettings): Decision {
  if (!entry.isBooked) return { kind: 'skip', reason: 'pending' };
  if (!isOwnAccount(entry.account, settings)) return { kind: 'skip', reason: 'other-account' };
  if (entry.direction === 'debit') return matchDebit(entry, known.booked);
  if (entry.isReversal) return { kind: 'unassigned', reason: 'returned-to-shop' };
  if (entry.currency !== 'EUR') return { kind: 'unassigned', reason: 'currency' };
  const provider = payoutOf(entry, settings);
  if (provider !== null) return { kind: 'payout', provider };
  return matchOrder(entry, known.orders);
}

export function isOwnAccount(account: string, { iban }: BankSettings): boolean {
  return account === iban.replaceAll(' ', '');
}

/**
 * A debit reverses a booked entry if it is marked as a reversal, or if it names the entry by the bank's id. Other debits do not concern
 * orders.
 */
function matchDebit(entry: StatementEntry, booked: readonly BookedEntry[]): Decision {
  const sameAmount = booked.filter(({ amountCents }) => amountCents === entry.amountCents);
  const named = sameAmount.filter(({ bankId }) => entry.refs.includes(bankId));
  if (!entry.isReversal && named.length !== 1) return { kind: 'skip', reason: 'debit' };
  const shared = sameAmount.filter(({ refs }) => refs.some((ref) => entry.refs.includes(ref)));
  const references = structuredReferences(entry);
  const sameReference = sameAmount.filter(
    ({ payerIban, orderReference }) =>
      payerIban !== null && payerIban === entry.payerIban && references.includes(orderReference),
  );
  const [found, ...others] = [named, shared, sameReference].find(({ length }) => length > 0) ?? [];
  if (!found || others.length > 0) return { kind: 'unassigned', reason: 'reversal' };
  return { kind: 'reverse', entryId: found.id };
}

function matchOrder(entry: StatementEntry, candidates: readonly CandidateOrder[]): Decision {
  const structured = structuredReferences(entry);
  const references = structured.length > 0 ? structured : referencesInText(entry.text);
  const orders = candidates.filter(({ reference }) => references.includes(reference));
  const [order, ...others] = orders;
  if (!order) return { kind: 'unassigned', reason: missingReason(entry, references) };
  if (others.length > 0) return { kind: 'unassigned', reason: 'several-orders' };
  if (order.isPaid) return { kind: 'unassigned', reason: 'paid' };
  const isOpen = openStatuses.includes(order.status) || (order.status === 'completed' && order.isOnCredit);
  if (!isOpen || order.dueCents <= 0) return { kind: 'unassigned', reason: 'closed' };
  const isStructured = structured.length > 0;
  if (entry.amountCents === order.dueCents) return { kind: isStructured ? 'book' : 'flagged', orderId: order.id };
  if (!isStructured) return { kind: 'unassigned', reason: 'amount-differs' };
  return { kind: entry.amountCents < order.dueCents ? 'part' : 'over', orderId: order.id };
}

function missingReason(entry: StatementEntry, references: readonly string[]): UnassignedReason {
  if (entry.references.length > 0) return references.some(isReference) ? 'unknown-order' : 'wrong-reference';
  return 'no-reference';
}

/** Returns every number that can be the reference of an order: structured ones, otherwise those in the text. */
export function referencesOf(entry: Pick<StatementEntry, 'references' | 'text'>): string[] {
  const structured = structuredReferences(entry);
  return structured.length > 0 ? structured : referencesInText(entry.text);
}

/** Returns structured references without spaces and leading zeros, also those with a wrong check digit, which match no order. */
function structuredReferences({ references }: Pick<StatementEntry, 'references'>): string[] {
  return [...new Set(references.map((reference) => reference.replaceAll(/\s/g, '').replace(/^0+/, '')))].filter(
    (reference) => reference !== '',
  );
}

const maxDigits = 20;

/** Returns the numbers in a text whose check digit is right, also those written in groups: `26 0012 3456 1`. */
export function referencesInText(text: string): string[] {
  const found = new Set<string>();
  for (const [run] of text.matchAll(/(?<![\p{L}\d])\d+(?: \d+)*(?![\p{L}\d])/gu)) {
    const groups = run.split(' ');
    for (let from = 0; from < groups.length; from += 1) {
      let joined = '';
      for (const group of groups.slice(from)) {
        joined += group;
        if (joined.length > maxDigits) break;
        if (isReference(joined)) found.add(joined);
      }
    }
  }
  return [...found];
}

/** Returns whether a text is an Estonian reference number with a valid check digit. */
export function isReference(text: string): boolean {
  return /^[1-9]\d{1,19}$/.test(text) && referenceNumber(text.slice(0, -1)) === text;
}

/** Returns the provider whose payout an entry is, found by the payer's IBAN or the first words of the payer's name; null: none. */
export function payoutOf(
  { payerName, payerIban }: Pick<StatementEntry, 'payerName' | 'payerIban'>,
  { payouts }: BankSettings,
): string | null {
  const name = words(payerName ?? '');
  const found = payouts.find(
    ({ names, ibans }) =>
      ibans.some((iban) => iban.replaceAll(' ', '') === payerIban) ||
      names.some((known) => `${name} `.startsWith(`${words(known)} `)),
  );
  return found?.provider ?? null;
}

function words(name: string): string {
  return name
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .join(' ');
}
