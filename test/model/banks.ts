import type { BookedPayment, FaultKind, Operation } from '../../src/payments-fake/control.ts';
import { receiveWebhook } from '../../src/shop/checkout/settle/sync-payment.server.ts';
import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import { type Do, pickOf } from './acts.ts';
import type { ProviderId, World } from './world.ts';

/** The part of a world that `booksOf` reads. */
export type Books = { fakes: Pick<World['fakes'], 'montonio'> & Partial<World['fakes']> };
type Payment = BookedPayment & { provider: ProviderId };

/** All payments in the books of the providers. */
export function booksOf({ fakes }: Books): Payment[] {
  const booksAt = (provider: ProviderId) =>
    (fakes[provider]?.books() ?? []).map((payment) => ({ ...payment, provider }));
  return [...booksAt('montonio'), ...booksAt('stripe')];
}

export async function deliverAll(world: World): Promise<void> {
  for (const payment of booksOf(world)) await deliverWebhooks(world.context, await collectWebhooks(world, payment));
}

/** The payments in one of these states whose page a buyer has seen, in the order of the pages. */
function seenPayments(world: World, ...statuses: BookedPayment['status'][]): Payment[] {
  const books = new Map(booksOf(world).map((payment) => [payment.ref, payment]));
  const payments = [...world.pages.keys()].map((ref) => books.get(ref));
  return payments.filter((payment) => payment !== undefined).filter(({ status }) => statuses.includes(status));
}

/** An act that changes a payment in one of the states `from` at its provider. */
const change =
  (what: 'pay' | 'authorize' | 'void' | 'abandon', ...from: BookedPayment['status'][]): Do =>
  async (world, { pick }) => {
    const payment = pickOf(seenPayments(world, ...from), pick);
    if (payment) await world.fakes[payment.provider][what](payment.ref);
  };

/** Reads webhooks as the API does, and processes those with a valid signature. */
async function deliverWebhooks(context: ShopContext, sentWebhooks: World['sentWebhooks']): Promise<void> {
  for (const { provider: id, request } of sentWebhooks) {
    const reading = await context.providers.find((provider) => provider.id === id)?.readWebhook(request, context.now());
    if (reading?.ok && !('ignored' in reading)) await receiveWebhook(context, id, reading);
  }
}

/** The pending webhooks of a payment, signed now. */
async function collectWebhooks(world: World, { provider, ref }: { provider: ProviderId; ref: string }) {
  await world.fakes[provider].releaseWebhooks(ref);
  return world.receivers[provider].received.splice(0).map((request) => ({ provider, request }));
}

/** How long after its start a bank may still complete a payment. */
const maxLateMs = 5 * 86_400_000;

const kinds: FaultKind[] = ['reset-after-work', '500', 'garbage', 'no-url', 'down'];
const operations: Operation[] = ['start', 'start', 'fetch', 'fetch', 'refund'];

export const banks = {
  pay: change('pay', 'open', 'settling'),
  authorize: change('authorize', 'open'),
  void: change('void', 'settling'),
  abandon: change('abandon', 'open'),
  /** A bank completes a payment after it has expired; a Checkout Session of Stripe cannot. */
  async payLate(world, { pick }) {
    const late = pickOf(
      seenPayments(world, 'abandoned').filter(({ provider }) => provider === 'montonio'),
      pick,
    );
    const startedAt = late && (await firstStarted(world, late));
    if (!startedAt || world.now().getTime() - startedAt.getTime() > maxLateMs) return;
    world.late.add(late.ref);
    await world.fakes.montonio.pay(late.ref);
  },
  async dispute(world, { pick }) {
    const paid = pickOf(
      seenPayments(world, 'paid').filter(({ provider }) => provider === 'stripe'),
      pick,
    );
    if (paid) await world.fakes.stripe.dispute(paid.ref);
  },
  /** Delivers the webhooks of a payment in order, reversed, each twice, or never. */
  async deliver(world, { pick, variant }, context) {
    const payment = pickOf(booksOf(world), pick);
    if (!payment) return;
    const sentWebhooks = await collectWebhooks(world, payment);
    const order = variant % 5;
    if (order === 0) return;
    world.sentWebhooks.push(...sentWebhooks);
    if (order === 1) await deliverWebhooks(context, sentWebhooks.toReversed());
    else if (order === 2)
      await deliverWebhooks(
        context,
        sentWebhooks.flatMap((webhook) => [webhook, webhook]),
      );
    else await deliverWebhooks(context, sentWebhooks);
  },
  async deliverAgain({ sentWebhooks }, { pick }, context) {
    const old = pickOf(sentWebhooks, pick);
    if (old) await deliverWebhooks(context, [old]);
  },
  async fault({ fakes }, { pick, variant }) {
    const kind = kinds[pick % kinds.length] ?? '500';
    void fakes[variant % 2 ? 'montonio' : 'stripe'].fail(kind, {
      on: operations[variant % operations.length] ?? 'start',
    });
  },
  async settleRefund(world, { pick, variant }) {
    const refunds = booksOf(world).flatMap(({ provider, pendingRefundIds }) =>
      pendingRefundIds.map((id) => ({ provider, id })),
    );
    const refund = pickOf(refunds, pick);
    if (refund) await world.fakes[refund.provider].settleRefund(refund.id, variant % 4 ? 'succeeded' : 'failed');
  },
  async slowRefunds({ fakes }, { variant }) {
    fakes.montonio.paymentsAreSettled = variant % 3 > 0;
    fakes.stripe.newRefundStatus = variant % 2 ? 'pending' : 'succeeded';
  },
} satisfies Record<string, Do>;

async function firstStarted({ db }: World, { ref, merchantRef }: BookedPayment): Promise<Date | undefined> {
  const payment = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.created_at')
    .where(({ eb, or }) => or([eb('provider_ref', '=', ref), eb('orders.number', '=', merchantRef)]))
    .orderBy('payments.created_at')
    .executeTakeFirst();
  return payment?.created_at;
}
