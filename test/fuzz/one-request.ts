import { faultsOf, headerOf } from './judge.ts';
import type { Known } from './known.ts';
import { requestOf, shown } from './request.ts';
import { type Answer, send } from './send.ts';
import type { ShopUnderTest } from './shop-under-test.ts';

export type Notes = {
  /** How often each status was answered, by what was asked; 0: the connection was closed without an answer. */
  table: Record<string, Record<number, number>>;
  /** What is wrong, a text for a person each. */
  faults: string[];
  /** The number of a request, by the id under which the shop's log knows it. */
  numbers: Map<string, number>;
  /** Orders of which somebody was told, by number. */
  told: Set<string>;
  /** Requests about orders whose answer never came. */
  unanswered: number;
};

const portOf = (address: string) => Number(new URL(address).port);

/** Sends a request of a seed, looks at its answer, and notes what came of it. */
export async function sendOne(shop: ShopUnderTest, known: Known, seed: number, n: number, notes: Notes): Promise<void> {
  const request = requestOf(seed, n, known, shop.doubles);
  let answer: Answer | null = null;
  let faults: string[];
  try {
    answer = await send(portOf(request.limited ? shop.limited : shop.address), request);
    faults = faultsOf(request, answer, shop.secrets);
  } catch (error) {
    faults = [`${error}`];
  }
  const status = answer?.status ?? 0;
  const statuses = notes.table[request.endpoint] ?? {};
  notes.table[request.endpoint] = { ...statuses, [status]: (statuses[status] ?? 0) + 1 };
  if (answer) notes.numbers.set(headerOf(answer, 'x-request-id'), n);
  if (answer?.status === 201) notes.told.add(orderIn(answer));
  if (!answer && request.target.includes('/orders')) notes.unanswered += 1;
  if (faults.length === 0) return;
  const answered = answer ? `${status} ${JSON.stringify(answer.headers)}\n${shown(answer.body, 600)}` : 'nothing';
  const again = `npm run bench -- fuzz --seed ${seed} --from ${n} --requests 1`;
  notes.faults.push(`${faults.join('; ')}\n  ${again}\n${shown(request.bytes, 2000)}\n-> ${answered}`);
}

/** The number of a new order; empty where something else was made. */
function orderIn({ body }: Answer): string {
  const made: { order?: { number?: string } } = JSON.parse(body.toString());
  return made.order?.number ?? '';
}
