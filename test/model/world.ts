import { sql } from 'kysely';
import shop from '../../shop.config.ts';
import type { Database } from '../../src/database/connect.server.ts';
import type { OrderForm } from '../../src/shop/checkout/order-form.ts';
import type { Till } from '../../src/shop/checkout/till.server.ts';
import { montonioProvider } from '../../src/shop/payment/montonio/montonio.ts';
import type { RedirectProvider, WebhookRequest } from '../../src/shop/payment/redirect-provider.ts';
import { stripeProvider } from '../../src/shop/payment/stripe/stripe.ts';
import { startMontonioDouble } from '../../src/test-payments/montonio/start-montonio-double.ts';
import { startStripeDouble } from '../../src/test-payments/stripe/start-stripe-double.ts';
import { webhookReceiver } from '../payments/webhook-receiver.ts';
import { type SeedTire, seedTires } from '../support/seed.ts';
import { laterInTable, makeLaterTable } from './later-table.ts';
import type { Planted } from './planted.ts';

export type ProviderId = 'montonio' | 'stripe';
type Told = { provider: ProviderId; request: WebhookRequest };

/** Few tires, so that there are shortages. */
const catalogue: SeedTire[] = [
  { id: 'tire', price: 7990, stock: { ringtee: 6, annelinn: 4 } },
  { id: 'other', price: 5050, stock: { annelinn: 5, supplier: { count: 3, leadDays: 3 } } },
];

/** The shop's verbs on a database, both doubles and a clock; what happens in it is one seed. */
export async function newWorld(db: Database['kysely'], planted: Planted) {
  await makeLaterTable(db);
  await emptied(db);
  await seedTires(db, catalogue);
  let time = Date.parse('2026-11-20T10:00:00Z');
  const now = () => new Date(time);
  const [keys, stripeKeys] = [
    { accessKey: 'access', secretKey: 'a-secret-key-of-the-model' },
    { secretKey: 'sk_model', webhookSecret: 'whsec_model' },
  ];
  const receivers = { montonio: await webhookReceiver(), stripe: await webhookReceiver() };
  const montonio = await startMontonioDouble({ ...keys, now });
  const stripe = await startStripeDouble({ ...stripeKeys, webhookUrl: receivers.stripe.url, now });
  const doubles = { montonio: montonio.control, stripe: stripe.control };
  for (const control of Object.values(doubles)) control.webhooks = 'hold';
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
  const till: Till = {
    db,
    facts: shop,
    terms: shop.terms,
    now,
    later: laterInTable,
    providers,
    methods: async () => ({ methods: offered, degraded: false }),
    urls: { returnTo: (id) => `https://shop.example/back/${id}`, notify: () => receivers.montonio.url },
  };
  return {
    db,
    now,
    till: planted.till?.(till) ?? till,
    planted,
    doubles,
    receivers,
    methods: ['pay_at_branch', 'bank_transfer', ...methods],
    /** Everything that was sent to the shop as a order, and as another attempt to pay. */
    sent: [] as { key: string; form: OrderForm }[],
    attempts: [] as { key: string; order: number; method: string }[],
    /** Pages where a buyer once could pay, by the provider's id. */
    pages: new Map<string, ProviderId>(),
    /** Payments whose bank finished after it had called them over. */
    late: new Set<string>(),
    /** Webhooks that were delivered once. */
    told: [] as Told[],
    pass: (minutes: number) => {
      time += minutes * 60_000;
    },
    async close() {
      for (const { close } of [montonio, stripe, ...Object.values(receivers)]) await close();
    },
  };
}

export type World = Awaited<ReturnType<typeof newWorld>>;

/** Rows are few: deleting them is faster than truncating the tables. */
async function emptied(db: Database['kysely']) {
  await sql
    .raw(
      `set session_replication_role = replica;
      ${['model_jobs', 'payment_ledger', 'refunds', 'letters', 'withdrawals', 'webhook_events', 'recon_findings', 'payments', 'stock_holds', 'order_lines', 'order_events', 'idempotency_keys', 'orders', 'price_history', 'stock', 'tire_sources', 'tires', 'manufacturers'].map((table) => `delete from ${table};`).join('\n')}
      set session_replication_role = origin`,
    )
    .execute(db);
}
