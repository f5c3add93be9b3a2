import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { type Alert, findAlerts } from '../../shop/checkout/desk/alerts.server.ts';
import { listWithdrawals } from '../../shop/checkout/withdraw/withdrawals.server.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { counted, toPrintable } from '../output.ts';
import { type Check, fail, ok, warn } from './check.ts';

type AlertTexts = { name: string; one: string; several?: string; advice: string; report: typeof warn };

// Excluded are kinds that other checks report, and `new-passkeys`, which no check reports.
const alertTexts: Record<
  Exclude<Alert['kind'], 'archive' | 'disk' | 'lost-photos' | 'new-passkeys' | 'eprel-withdrawn'>,
  AlertTexts
> = {
  'dead-jobs': {
    name: 'jobs',
    one: 'dead job',
    advice: '`npm run shop -- jobs list --dead` shows the errors; when the cause is corrected, use `jobs retry --all`.',
    report: fail,
  },
  'failing-jobs': {
    name: 'scheduled jobs',
    one: 'scheduled job whose last run failed',
    several: 'scheduled jobs whose last run failed',
    advice: 'The log of the shop has the error.',
    report: fail,
  },
  findings: {
    name: 'reconciliation',
    one: 'difference between the books and the payment providers',
    several: 'differences between the books and the payment providers',
    advice:
      '`npm run shop -- findings list` lists them; look each up at the provider, correct it, then use `findings resolve`.',
    report: warn,
  },
  restored: {
    name: 'restores',
    one: 'restore that nobody has confirmed',
    several: 'restores that nobody has confirmed',
    advice:
      '`npm run shop -- findings after-restore` lists what the database may lack; when it is settled, use `findings confirm`. Until then, no purchase is sent automatically.',
    report: warn,
  },
  'late-refunds': {
    name: 'refunds',
    one: 'order whose refund is still open after three days',
    several: 'orders whose refunds are still open after three days',
    advice:
      'See `npm run shop -- orders show NUMBER`; if the provider cannot refund, pay by hand and record it with `orders refunded`.',
    report: fail,
  },
  'payments-unclear': {
    name: 'payments',
    one: 'order that has waited for two days for the outcome of its payment',
    several: 'orders that have waited for two days for the outcomes of their payments',
    advice:
      'Look the payment up at its provider, and have it settled or cancelled there; then use `npm run shop -- orders sync NUMBER`.',
    report: warn,
  },
  'stock-drift': {
    name: 'stock',
    one: 'stock location whose held or sold tires differ from its orders',
    several: 'stock locations whose held or sold tires differ from their orders',
    advice: '`npm run shop -- stock check` lists them; this is a fault of the program: report it to its developers.',
    report: fail,
  },
  'price-list': {
    name: 'suppliers',
    one: 'supplier whose last list was not imported',
    several: 'suppliers whose last list was not imported',
    advice: '`npm run shop -- suppliers list` shows the reason; `suppliers fetch ID` tries again now.',
    report: warn,
  },
  reviews: {
    name: 'reviews',
    one: 'order to be reviewed',
    several: 'orders to be reviewed',
    advice: '`npm run shop -- orders list --review` lists them; when you are done, use `orders reviewed NUMBER`.',
    report: warn,
  },
  'late-transfers': {
    name: 'transfers',
    one: 'transfer between branches that is late',
    several: 'transfers between branches that are late',
    advice:
      '`npm run shop -- transfers list` lists them; call the branch, then use `transfers sent`, `arrived` or `missing` with the ID.',
    report: warn,
  },
  'missing-tires': {
    name: 'missing tires',
    one: 'order whose tires did not come from the supplier',
    several: 'orders whose tires did not come from the supplier',
    advice: 'See `npm run shop -- orders show NUMBER`, and ask the supplier when they come.',
    report: warn,
  },
  'rests-due': {
    name: 'balances due',
    one: 'changed order whose higher total was not paid in time',
    several: 'changed orders whose higher total was not paid in time',
    advice:
      'See `npm run shop -- orders show NUMBER`; ask the buyer to pay it, or change the order back, or cancel it.',
    report: warn,
  },
  'unanswered-delays': {
    name: 'unanswered delays',
    one: 'buyer who has not answered about a delay',
    several: 'buyers who have not answered about a delay',
    advice:
      '`npm run shop -- orders list --late` lists them; phone them, and record `orders delay NUMBER --answer wait` or `cancel`.',
    report: warn,
  },
  'not-collected': {
    name: 'orders not collected',
    one: 'paid order that its buyer does not collect',
    several: 'paid orders that their buyers do not collect',
    advice: 'Phone them; if they do not want the tires any more, use `npm run shop -- orders cancel NUMBER`.',
    report: warn,
  },
  'fittings-at-risk': {
    name: 'fitting times',
    one: 'fitting time whose tires are not at the branch',
    several: 'fitting times whose tires are not at the branch',
    advice: '`npm run shop -- orders show NUMBER` shows where the tires are; if they come too late, agree a new time.',
    report: warn,
  },
  'fittings-to-move': {
    name: 'fitting times to move',
    one: 'fitting time that is blocked, outside the hours, or in a bay that cannot do the work',
    several: 'fitting times that are blocked, outside the hours, or in a bay that cannot do the work',
    advice:
      '`npm run shop -- fitting list --to-move` lists them; agree other times with the buyers, then use `fitting move ID --at TIME`.',
    report: warn,
  },
  'prices-held': {
    name: 'held prices',
    one: 'new price that the guard of the price rules holds back',
    several: 'new prices that the guard of the price rules holds back',
    advice:
      '`npm run shop -- prices preview` lists them; if they are right, preview and apply with --past-guard, otherwise correct the list.',
    report: warn,
  },
  'purchases-unclear': {
    name: 'unclear purchases',
    one: 'purchase that may not have reached its supplier',
    several: 'purchases that may not have reached their suppliers',
    advice:
      'Ask the supplier; if the shop can query its system, use `npm run shop -- purchases ask NUMBER`. If the supplier has the purchase, use `purchases sent NUMBER`, otherwise `purchases send NUMBER --again` or `purchases give-up NUMBER`.',
    report: fail,
  },
  'purchases-unsent': {
    name: 'unsent purchases',
    one: 'purchase that could not be sent',
    several: 'purchases that could not be sent',
    advice:
      '`npm run shop -- purchases show NUMBER` shows the reason; the shop tries again every ten minutes, but after a rejection only at the next cut-off.',
    report: fail,
  },
  'purchases-unanswered': {
    name: 'unanswered purchases',
    one: 'purchase that its supplier has not confirmed in time',
    several: 'purchases that their suppliers have not confirmed in time',
    advice:
      'Ask the supplier; then use `npm run shop -- purchases confirm NUMBER`, or `purchases refuse NUMBER TIRE COUNT`.',
    report: warn,
  },
  'purchases-refused': {
    name: 'refused tires',
    one: 'refused tire that an order waits for',
    several: 'refused tires that orders wait for',
    advice: '`npm run shop -- orders list --late` lists the orders; get the tires elsewhere, or talk to the buyer.',
    report: warn,
  },
};

export async function checkAlerts(db: Kysely<Tables>, shopConfig: ShopConfig, now: Date): Promise<Check[]> {
  const alertsByKind = Map.groupBy(await findAlerts(db, shopConfig, now), ({ kind }) => kind);
  return Object.entries(alertTexts).map(([kind, { name, one, several, advice, report }]) => {
    const alerts = alertsByKind.get(kind as Alert['kind']);
    if (!alerts) return ok(name, `no ${one}`);
    const count = alerts.reduce((sum, alert) => sum + alert.count, 0);
    const details = alerts.flatMap(({ subject, details }) =>
      details.map((line) => (subject === '' ? line : `${subject}: ${line}`)),
    );
    return report(name, `${counted(count, one, several)}: ${toPrintable(details.join('; '))}`, advice);
  });
}

const dayMs = 24 * 60 * 60 * 1000;
// Ages of an open declaration of withdrawal. The money is due within 14 days of the declaration (2011/83/EU, Art. 13(1); VÕS: docs/for-the-lawyer.md, 17).
const [warnDays, failDays] = [3, 10];

export async function checkWithdrawals(db: Kysely<Tables>, now: Date): Promise<Check> {
  const name = 'withdrawals';
  const open = await listWithdrawals(db, { onlyOpen: true });
  const agesInDays = open.map(({ receivedAt }) => Math.floor((now.getTime() - receivedAt.getTime()) / dayMs));
  const oldestDays = Math.max(0, ...agesInDays);
  if (oldestDays < warnDays)
    return ok(name, `${counted(open.length, 'open declaration')}, none older than ${warnDays} days`);
  const message = `${counted(open.length, 'open declaration')}, the oldest ${oldestDays} days old`;
  const advice =
    '`npm run shop -- orders withdrawals --open` lists them; the money is due within 14 days of the declaration.';
  return oldestDays < failDays ? warn(name, message, advice) : fail(name, message, advice);
}

export async function checkDemonstration(db: Kysely<Tables>): Promise<Check> {
  const name = 'catalogue';
  const { demonstration } = await db.selectFrom('catalogue_state').select('demonstration').executeTakeFirstOrThrow();
  const { tires } = await db
    .selectFrom('tires')
    .select(({ fn }) => fn.countAll<number>().as('tires'))
    .where('on_sale', '=', true)
    .executeTakeFirstOrThrow();
  if (demonstration) {
    const advice =
      'Use `npm run shop -- import your-list.csv`: the first import of a real list takes all demonstration tires off sale.';
    return warn(name, `${counted(tires, 'tire')} of the demonstration price list are for sale`, advice);
  }
  if (tires > 0) return ok(name, `${counted(tires, 'tire')} on sale`);
  return warn(name, 'no tire is on sale', 'Use `npm run shop -- import your-list.csv`, or `suppliers fetch ID`.');
}
