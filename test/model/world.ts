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
import { deleteRows, type SeedTire, seedTires } from '../support/database/seed.ts';
import type { Theme } from './act-table.ts';
import { enqueueInTable, makeJobTable } from './job-table.ts';
import { type PlantedBug, plantTrigger } from './planted.ts';
import { existing, leadDays, newSupply, prices, supplier, tireIds } from './tires/supply.ts';

export type ProviderId = 'montonio' | 'stripe';
type SentWebhook = { provider: ProviderId; request: WebhookRequest };

const catalogue: SeedTire[] = tireIds.map((id) => ({
  id,
  price: Math.round(prices[id] * 100),
  stock: Object.fromEntries(
    existing
      .filter(({ tireId }) => tireId === id)
      .map(({ place, count }) => (place === supplier ? ['supplier', { count, leadDays }] : [place, count])),
  ),
}));

/** The state of one run: the shop on a database, fakes of both providers, and a clock. */
export async function newWorld(database: Database, planted: PlantedBug, theme: Theme) {
  const db = database.kysely;
  await makeJobTable(db);
  await deleteRows(db, modelTables);
  await plantTrigger(db, planted);
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
      baseUrl: stripe.url,
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
    textMessages: null,
    vatRegister: null,
    urls: { returnTo: (id) => `https://shop.example/back/${id}`, notify: () => receivers.montonio.url },
  };
  return {
    database,
    db,
    now,
    supply: newSupply(now),
    /** Resolves when the process of the current step is killed. */
    killed: new Promise<void>(() => {}),
    /** An entry by an employee, which may continue after the process was killed. */
    entering: Promise.resolve() as Promise<unknown>,
    context: planted.context?.(context) ?? context,
    planted,
    fakes,
    receivers,
    // Orders that are paid at the branch are confirmed at once, so their tires move.
    methods: [...Array<string>(theme === 'money' ? 1 : 4).fill('pay_at_branch'), 'bank_transfer', ...methods],
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

/** The tables that the model fills. */
const modelTables = [
  'model_jobs',
  'money_document_lines',
  'money_documents',
  'document_series',
  'payment_ledger',
  'refunds',
  'letters',
  'withdrawals',
  'webhook_events',
  'recon_findings',
  'payments',
  'stock_holds',
  'transfers',
  'handlings',
  'purchase_for',
  'purchase_lines',
  'purchase_events',
  'purchases',
  'delays',
  'stock_changes',
  'cash_movements',
  'cash_drawers',
  'import_sources',
  'import_stock',
  'imports',
  'order_lines',
  'order_events',
  'idempotency_keys',
  'fitting_bookings',
  'fitting_blocks',
  'orders',
  'price_history',
  'stock',
  'tire_sources',
  'tires',
  'manufacturers',
];
