import type { ShopConfig } from '../config/shop-config.ts';
import type { Cents } from '../money.ts';
import { type OrderStatus, openStatuses } from '../order/order.ts';
import { referenceNumber } from '../order/order-codes.server.ts';
import { isEqualIfStated, type StatementEntry } from './statement.ts';

export type BankSettings = Pick<ShopConfig['bank'], 'iban' | 'payouts'>;

/** `isOnCredit`: paid after the hand-over. `dueCents`: the balance due (`dueOf`). `isPaid`: the whole total. */
export type CandidateOrder = {
  id: number;
  reference: string;
  status: OrderStatus;
  isOnCredit: boolean;
  dueCents: Cents;
  isPaid: boolean;
};

/** `isForOrder`: it is booked as a payment of an order. `reference`: that of the order, otherwise the one that the bank stated, if any. */
export type StoredCredit = Pick<StatementEntry, 'bankId' | 'transactionIds' | 'amountCents' | 'payerIban'> & {
  id: number;
  isForOrder: boolean;
  reference: string | null;
};

/** `booked-otherwise`: `bankId` is booked with another amount. `returned-to-shop`: the shop's payment came back. `reversal`: the reversed entry is not certain. */
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

/** `flagged`: as `book`, but by a reference in free text. `part`, `over`: less or more than the balance due. */
export type MatchDecision =
  | { kind: 'book' | 'flagged' | 'part' | 'over'; orderId: number }
  | { kind: 'payout'; provider: string }
  | { kind: 'reverse'; entryId: number }
  | { kind: 'unassigned'; reason: UnassignedReason }
  | { kind: 'skip'; reason: SkipReason };

/** `orders` have one of the entry's references. `credits` share an id or reference with it. */
export type MatchCandidates = { orders: readonly CandidateOrder[]; credits: readonly StoredCredit[] };

/** Matches only by a reference. Checks payouts first, because a number in their text must not pay an order. */
export function matchEntry(entry: StatementEntry, candidates: MatchCandidates, settings: BankSettings): MatchDecision {
  if (!entry.isBooked) return { kind: 'skip', reason: 'pending' };
  if (!isOwnAccount(entry.account, settings)) return { kind: 'skip', reason: 'other-account' };
  if (entry.direction === 'debit') return matchDebit(entry, candidates.credits);
  if (entry.isReversal) return unassigned('returned-to-shop');
  if (entry.currency !== 'EUR') return unassigned('currency');
  const provider = payoutOf(entry, settings);
  if (provider !== null) return { kind: 'payout', provider };
  return matchOrder(entry, candidates.orders);
}

export function isOwnAccount(account: string, { iban }: BankSettings): boolean {
  return account === iban.replaceAll(' ', '');
}

/** A debit reverses a booked credit if it is marked as a reversal or names the credit's id. Others concern no order. */
function matchDebit(entry: StatementEntry, credits: readonly StoredCredit[]): MatchDecision {
  const withSameAmount = credits.filter(({ amountCents }) => amountCents === entry.amountCents);
  const ids = entry.transactionIds.map(withoutNumber);
  const withNamedBankId = withSameAmount.filter(({ bankId }) => ids.includes(withoutNumber(bankId)));
  if (!entry.isReversal && withNamedBankId.length === 0) return { kind: 'skip', reason: 'debit' };
  const withSharedId = withSameAmount.filter(({ transactionIds }) =>
    transactionIds.some((id) => entry.transactionIds.includes(id)),
  );
  const references = structuredReferences(entry);
  const withSamePayerAndReference = withSameAmount.filter(
    ({ payerIban, reference }) =>
      payerIban !== null && payerIban === entry.payerIban && reference !== null && references.includes(reference),
  );
  const surestMatches =
    [withNamedBankId, withSharedId, withSamePayerAndReference].find(({ length }) => length > 0) ?? [];
  const agreesWithDebit = ({ payerIban, reference }: StoredCredit) =>
    isEqualIfStated(payerIban, entry.payerIban) &&
    (references.length === 0 || reference === null || references.includes(reference));
  // Payer and reference only choose between several matches, because a debit may state them otherwise.
  const [reversed, ...others] = surestMatches.length > 1 ? surestMatches.filter(agreesWithDebit) : surestMatches;
  if (!reversed || others.length > 0) return unassigned('reversal');
  // The reversed credit is booked for no order, so nothing is undone. Employees see such a debit only if the bank marks it as a reversal.
  if (!reversed.isForOrder) return entry.isReversal ? unassigned('reversal') : { kind: 'skip', reason: 'debit' };
  return { kind: 'reverse', entryId: reversed.id };
}

/** Removes the `#2` that the import appends to an id that two entries have (`ID#2`, or `ID#2/1` for a transaction of a divided entry). */
function withoutNumber(bankId: string): string {
  return bankId.replace(/#\d+(?=\/|$)/, '');
}

function matchOrder(entry: StatementEntry, candidates: readonly CandidateOrder[]): MatchDecision {
  const references = referencesOf(entry);
  const [order, ...others] = candidates.filter(({ reference }) => references.includes(reference));
  if (!order) {
    // Without a structured reference, numbers in the text may mean something else.
    if (entry.references.length === 0) return unassigned('no-reference');
    return unassigned(references.some(isReference) ? 'unknown-order' : 'wrong-reference');
  }
  if (others.length > 0) return unassigned('several-orders');
  const { id: orderId, status, dueCents, isPaid, isOnCredit } = order;
  if (isPaid) return unassigned('paid');
  const isOpen = openStatuses.includes(status) || (status === 'completed' && isOnCredit);
  if (!isOpen || dueCents <= 0) return unassigned('closed');
  const isStructured = structuredReferences(entry).length > 0;
  if (entry.amountCents === dueCents) return { kind: isStructured ? 'book' : 'flagged', orderId };
  if (!isStructured || entry.amountCents === 0) return unassigned('amount-differs');
  return { kind: entry.amountCents < dueCents ? 'part' : 'over', orderId };
}

function unassigned(reason: UnassignedReason): MatchDecision {
  return { kind: 'unassigned', reason };
}

/** Returns every number that can be the reference of an order: the structured references, or else those in the text. */
export function referencesOf(entry: Pick<StatementEntry, 'references' | 'text'>): string[] {
  const structured = structuredReferences(entry);
  return structured.length > 0 ? structured : referencesInText(entry.text);
}

function structuredReferences({ references }: Pick<StatementEntry, 'references'>): string[] {
  return references
    .map((reference) => reference.replaceAll(/\s/g, '').replace(/^0+/, ''))
    .filter((reference) => reference !== '');
}

const maxReferenceDigits = 20;

/** Returns the numbers with a valid check digit, also those written in groups: `26 0012 3456 1`. */
export function referencesInText(text: string): string[] {
  const references = new Set<string>();
  for (const [run] of text.matchAll(/(?<![\p{L}\d])\d+(?: \d+)*(?![\p{L}\d])/gu)) {
    const groups = run.split(' ');
    for (let from = 0; from < groups.length; from += 1) {
      let joined = '';
      for (const group of groups.slice(from)) {
        joined += group;
        if (joined.length > maxReferenceDigits) break;
        if (isReference(joined)) references.add(joined);
      }
    }
  }
  return [...references];
}

function isReference(text: string): boolean {
  return /^[1-9]\d{1,19}$/.test(text) && referenceNumber(text.slice(0, -1)) === text;
}

/** Recognizes a provider's payout by the payer's IBAN or the first words of the payer's name; null: it is no payout. */
export function payoutOf(
  { payerName, payerIban }: Pick<StatementEntry, 'payerName' | 'payerIban'>,
  { payouts }: BankSettings,
): string | null {
  const name = normalizedName(payerName ?? '');
  const payout = payouts.find(
    ({ names, ibans }) =>
      ibans.some((iban) => iban.replaceAll(' ', '') === payerIban) ||
      names.some((firstWords) => `${name} `.startsWith(`${normalizedName(firstWords)} `)),
  );
  return payout?.provider ?? null;
}

function normalizedName(name: string): string {
  return name
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .join(' ');
}
