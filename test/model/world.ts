import { sql } from 'kysely';
import shop from '../../shop.config.ts';
import type { Database } from '../../src/database/connect.server.ts';
import { startMontonioFake } from '../../src/payments-fake/montonio/start-montonio-fake.ts';
import { startStripeFake } from '../../src/payments-fake/stripe/start-stripe-fake.ts';
import type { OrderForm } from '../../src/shop/checkout/place/order-form.ts';
import type { ShopContext } from '../../src/shop/checkout/shop-context.server.ts';
import { montonioProvider } from '../../src/shop/payment/montonio/montonio.ts';
import type { RedirectProvider, WebhookRequest } from '../../src/shop/payment/provider.ts';
import { stripeProvider } from '../../src/shop/payment/stripe/stripe.ts';
import { webhookReceiver } from '../payments/providers/webhook-receiver.ts';
import { type SeedTire, seedTires } from '../support/database/seed.ts';
import { enqueueInTable, makeJobTable } from './job-table.ts';
import type { PlantedBug } from './planted.ts';

export type ProviderId = 'montonio' | 'stripe';
type SentWebhook = { provider: ProviderId; request: WebhookRequest };

/** Few tires, so that some orders find no stock: `existing` of stock.ts. */
const catalogue: SeedTire[] = [
  { id: 'tire', price: 7990, stock: { ringtee: 6, annelinn: 4 } },
  { id: 'other', price: 5050, stock: { annelinn: 5, supplier: { count: 3, leadDays: 3 } } },
];

/** The state of one run: the shop on a database, fakes of both providers, and a clock. */
export async function newWorld(db: Database['kysely'], planted: PlantedBug) {
  await makeJobTable(db);
  await emptyTables(db);
  await seedTires(db, catalogue);
  let time = Date.parse('2026-11-20T10:00:00Z');
  const now = () => new Date(time);
  const [keys, stripeKeys] = [
    { accessKey: 'access', secretKey: 'a-secret-key-of-the-model' },
    { secretKey: 'sk_model', webhookSecret: 'whsec_model' },
  ];
  const receivers = { montonio: await webhookReceiver(), stripe: await webhookReceiver() };
  const montonio = await startMontonioFake({ ...keys, now });
  const stripe = await startStripeFake({ ...stripeKeys, webhookUrl: receivers.stripe.url, now });
  const fakes = { montonio: montonio.control, stripe: stripe.control };
  for (const control of Object.values(fakes)) control.webhooks = 'hold';
  const { accessKey, secretKey } = keys;
  const providers: RedirectProvider[] = [
    montonioProvider({ accessKey, secretKeys: [secretKey], baseUrl: montonio.url, now }),
    stripeProvider({
      secretKey: stripeKeys.secretKey,
      webhookSecrets: [stripeKeys.webhookSecret],
      apiBase: stripe.url,
      now,
    }),
  ];
  const methods = ['montonio:paymentInitiation:EE:LHVBEE22', 'montonio:cardPayments', 'stripe:card'];
  const offered = methods.map((id) => ({ id, group: 'bank' as const, label: null, logo: null }));
  const context: ShopContext = {
    db,
    shopConfig: shop,
    terms: shop.terms,
    now,
    enqueue: enqueueInTable,
    providers,
    methods: async () => ({ methods: offered, degraded: false }),
    urls: { returnTo: (id) => `https://shop.example/back/${id}`, notify: () => receivers.montonio.url },
  };
  return {
    db,
    now,
    context: planted.context?.(context) ?? context,
    planted,
    fakes,
    receivers,
    methods: ['pay_at_branch', 'bank_transfer', ...methods],
    /** All orders and all further payments that buyers have requested, to repeat some. */
    sent: [] as { key: string; form: OrderForm }[],
    attempts: [] as { key: string; order: number; method: string }[],
    /** Payment pages that a buyer has seen: the provider by its id of the payment. */
    pages: new Map<string, ProviderId>(),
    /** Payments that the bank completed after it had reported them as expired. */
    late: new Set<string>(),
    /** Webhooks delivered at least once. */
    sentWebhooks: [] as SentWebhook[],
    passMinutes: (minutes: number) => {
      time += minutes * 60_000;
    },
    async close() {
      for (const { close } of [montonio, stripe, ...Object.values(receivers)]) await close();
    },
  };
}

export type World = Awaited<ReturnType<typeof newWorld>>;

/** With few rows, deleting is faster than truncating. */
async function emptyTables(db: Database['kysely']) {
  await sql
    .raw(
      `set session_replication_role = replica;
      ${['model_jobs', 'payment_ledger', 'refunds', 'letters', 'withdrawals', 'webhook_events', 'recon_findings', 'payments', 'stock_holds', 'transfers', 'handlings', 'purchase_for', 'purchase_lines', 'purchase_events', 'purchases', 'delays', 'stock_changes', 'order_lines', 'order_events', 'idempotency_keys', 'orders', 'price_history', 'stock', 'tire_sources', 'tires', 'manufacturers'].map((table) => `delete from ${table};`).join('\n')}
      set session_replication_role = origin`,
    )
    .execute(db);
}
