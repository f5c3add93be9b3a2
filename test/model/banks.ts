import { receiveWebhook } from '../../src/shop/checkout/receive-webhook.server.ts';
import type { Till } from '../../src/shop/checkout/till.server.ts';
import type { Taken } from '../../src/test-payments/books.ts';
import type { FaultKind, Operation } from '../../src/test-payments/faults.ts';
import { type Do, pickOf } from './acts.ts';
import type { ProviderId, World } from './world.ts';

export type Books = { doubles: Pick<World['doubles'], 'montonio'> & Partial<World['doubles']> };
type Payment = Taken & { provider: ProviderId };

/** What the doubles know. */
export function booksOf({ doubles }: Books): Payment[] {
  const of = (provider: ProviderId) => (doubles[provider]?.books() ?? []).map((taken) => ({ ...taken, provider }));
  return [...of('montonio'), ...of('stripe')];
}

/** Everything that the doubles still have to tell, told. */
export async function tellAll(world: World): Promise<void> {
  for (const payment of booksOf(world)) await tell(world.till, await collected(world, payment));
}

/** Payments whose page a buyer once had and that are in this state, in the order in which they got their page. */
function known(world: World, ...statuses: Taken['status'][]): Payment[] {
  const books = new Map(booksOf(world).map((taken) => [taken.ref, taken]));
  const found = [...world.pages.keys()].map((ref) => books.get(ref));
  return found.filter((taken) => taken !== undefined).filter(({ status }) => statuses.includes(status));
}

const happens =
  (what: 'pay' | 'authorize' | 'void' | 'abandon', ...from: Taken['status'][]): Do =>
  async (world, { pick }) => {
    const payment = pickOf(known(world, ...from), pick);
    if (payment) await world.doubles[payment.provider][what](payment.ref);
  };

/** Reads webhooks as the shop's door does, and takes what is genuine. */
async function tell(till: Till, told: World['told']): Promise<void> {
  for (const { provider: id, request } of told) {
    const reading = await till.providers.find((one) => one.id === id)?.readWebhook(request, till.now());
    if (reading?.ok && !('ignored' in reading)) await receiveWebhook(till, id, reading);
  }
}

/** What a double has to tell of a payment, signed now. */
async function collected(world: World, { provider, ref }: { provider: ProviderId; ref: string }) {
  await world.doubles[provider].releaseWebhooks(ref);
  return world.receivers[provider].received.splice(0).map((request) => ({ provider, request }));
}

const kinds: FaultKind[] = ['reset-after-send', '500', 'garbage', 'no-url', 'down'];
const operations: Operation[] = ['start', 'start', 'fetch', 'fetch', 'refund'];

export const banks = {
  pay: happens('pay', 'open', 'settling'),
  authorize: happens('authorize', 'open'),
  void: happens('void', 'settling'),
  abandon: happens('abandon', 'open'),
  /** A bank that finishes after its time; a Checkout Session cannot. */
  async payLate(world, { pick }) {
    const late = pickOf(
      known(world, 'abandoned').filter(({ provider }) => provider === 'montonio'),
      pick,
    );
    const since = late && (await firstAsked(world, late));
    if (!since || world.now().getTime() - since.getTime() > 5 * 86_400_000) return;
    world.late.add(late.ref);
    await world.doubles.montonio.pay(late.ref);
  },
  async dispute(world, { pick }) {
    const paid = pickOf(
      known(world, 'paid').filter(({ provider }) => provider === 'stripe'),
      pick,
    );
    if (paid) await world.doubles.stripe.dispute(paid.ref);
  },
  /** In order, backwards, each twice, or never. */
  async deliver(world, { pick, how }, till) {
    const payment = pickOf(booksOf(world), pick);
    if (!payment) return;
    const told = await collected(world, payment);
    if (how % 5 === 0) return;
    world.told.push(...told);
    await tell(till, how % 5 === 1 ? told.toReversed() : how % 5 === 2 ? told.flatMap((one) => [one, one]) : told);
  },
  async deliverAgain({ told }, { pick }, till) {
    const old = pickOf(told, pick);
    if (old) await tell(till, [old]);
  },
  async fault({ doubles }, { pick, how }) {
    const kind = kinds[pick % kinds.length] ?? '500';
    void doubles[how % 2 ? 'montonio' : 'stripe'].fail(kind, { on: operations[how % operations.length] ?? 'start' });
  },
  async settleRefund(world, { pick, how }) {
    const refunds = booksOf(world).flatMap(({ provider, refundsUnderWay }) =>
      refundsUnderWay.map((id) => ({ provider, id })),
    );
    const refund = pickOf(refunds, pick);
    if (refund) await world.doubles[refund.provider].settleRefund(refund.id, how % 4 ? 'succeeded' : 'failed');
  },
  async slowRefunds({ doubles }, { how }) {
    doubles.montonio.settled = how % 3 > 0;
    doubles.stripe.refunds = how % 2 ? 'pending' : 'succeeded';
  },
} satisfies Record<string, Do>;

async function firstAsked({ db }: World, { ref, merchantRef }: Taken): Promise<Date | undefined> {
  const payment = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.created_at')
    .where(({ eb, or }) => or([eb('provider_ref', '=', ref), eb('orders.number', '=', merchantRef)]))
    .orderBy('payments.created_at')
    .executeTakeFirst();
  return payment?.created_at;
}
