import { numbers } from '../model/steps.ts';
import { starts } from './appointments.ts';
import { isOnline, type Wish } from './buyers.ts';
import type { Branch } from './facts.ts';
import type { DayShop } from './shop.ts';

/** The number of events of each kind on a day. */
export type Size = {
  orders: number;
  branchTransfers: number;
  counterSales: number;
  phoneOrders: number;
  swaps: number;
  returns: number;
};

/** Where the tires of an order are: at its branch, at the other one, at the supplier of its branch, or at all three. */
type Source = 'here' | 'other branch' | 'supplier' | 'everywhere';

const tiresOf: Record<Source, Record<Branch, readonly string[]>> = {
  here: { ringtee: ['BOTH1', 'BOTH2', 'BOTH3'], annelinn: ['BOTH1', 'BOTH2', 'BOTH3'] },
  'other branch': { ringtee: ['ANNELINN'], annelinn: ['RINGTEE'] },
  // One supplier for each branch, so that the cut-off sends two purchases.
  supplier: { ringtee: ['POHJA1', 'POHJA2'], annelinn: ['LOUNA1', 'LOUNA2'] },
  everywhere: { ringtee: ['FEW'], annelinn: ['FEW'] },
};

const languages = ['ee', 'en', 'ru'] as const;

/**
 * Appointments of the first orders: the order of the first expires, the second is missed, the order of the third is
 * cancelled, the last is moved.
 */
const chosenStarts = [starts.laterTomorrow, starts.thisMorning, starts.afterTransfer, starts.tomorrow];

/** The orders of the day, chosen by a seed. The tires of the first orders are at their branch; the last order takes tires from all places. */
export function wishesOf(size: Size, methods: readonly string[], seed: number): Wish[] {
  const next = numbers(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item;
  const online = methods.filter(isOnline);
  const counts = new Map<Source, number>();
  return sourcesOf(size, next).map((source, n) => {
    const earlier = counts.get(source) ?? 0;
    counts.set(source, earlier + 1);
    const branch: Branch = source === 'everywhere' || earlier % 2 === 0 ? 'ringtee' : 'annelinn';
    // An order by bank transfer may stay unpaid; then no transfer between branches would start.
    const waitsForMoney = n % 3 === 2 && source !== 'other branch';
    const offline = waitsForMoney ? 'bank_transfer' : 'pay_at_branch';
    const method = n % 3 === 0 ? (online[(n / 3) % online.length] ?? offline) : offline;
    const count = source === 'supplier' || source === 'everywhere' ? 4 : pick([1, 2, 4, 4]);
    const tires = { [pick(tiresOf[source][branch])]: count, ...(n % 7 === 6 && { BOTH3: 1 }) };
    const start = chosenStarts[n];
    return { method, branch, tires, language: languages[n % 3] ?? 'ee', ...(start && { start }) };
  });
}

const ordersHereFirst = 4;

function sourcesOf({ orders, branchTransfers }: Size, next: () => number): Source[] {
  const suppliers = Math.floor(orders / 3);
  const drawn = Array.from({ length: orders - ordersHereFirst - 1 }, (_, n): Source => {
    if (n < branchTransfers) return 'other branch';
    return n < branchTransfers + suppliers ? 'supplier' : 'here';
  });
  const shuffled = drawn.map((source) => ({ source, at: next() })).sort((one, other) => one.at - other.at);
  return [...Array<Source>(ordersHereFirst).fill('here'), ...shuffled.map(({ source }) => source), 'everywhere'];
}

/** The payment methods that the shop offers; one of each kind comes first. */
export async function offeredMethods({ address }: DayShop): Promise<string[]> {
  const answer = await fetch(`${address}/api/v1/payment/methods`);
  const offered = (await answer.json()) as { id: string; group: string }[];
  const firsts = [...Map.groupBy(offered, ({ group }) => group).values()].flatMap(([first]) => first?.id ?? []);
  return [...new Set([...firsts, ...offered.map(({ id }) => id)])];
}
