import type { Kysely } from 'kysely';
import { countJobs, lastScheduledRuns } from '../../../database/queued-jobs.server.ts';
import type { Tables } from '../../../database/tables.ts';
import { type Detail, detail } from '../../alerts/alert-detail.ts';
import { withdrawnRegistrations } from '../../catalog/eprel/eprel-reports.server.ts';
import { heldPrices } from '../../catalog/prices/rules/held-prices.server.ts';
import { feedStates } from '../../catalog/supplier/feed-state.server.ts';
import type { ShopConfig } from '../../config/shop-config.ts';
import { bookingsToMove } from '../../fitting/bookings/bookings-to-move.server.ts';
import type { OrderReview } from '../../order/order.ts';
import { purchaseAlerts } from '../../purchasing/purchase-alerts.server.ts';
import { listUnconfirmedRestores } from '../../restored/unconfirmed-restores.server.ts';
import { overdueBalances } from '../change/overdue-balances.server.ts';
import { unansweredDelays } from '../delays/unanswered-delays.server.ts';
import { fittingsAtRisk } from '../fitting/at-risk.server.ts';
import { findMissingTires } from '../handover/arrived.server.ts';
import { listTransfers } from '../handover/list-transfers.server.ts';
import { uncollectedOrders } from '../handover/remind-to-collect.server.ts';
import { findOverdueRefunds } from '../refund/submit-refund.server.ts';
import { findStockDrift } from '../settle/holds.server.ts';
import { listFindings } from '../settle/reconcile.server.ts';
import { ordersWithUnclearPayment } from '../settle/release-expired-orders.server.ts';
import { alertOf, driftDetail } from './alert-of.ts';

/** `findings`: differences from the payment providers. `restored`: restores of the database. `rests-due`: orders with an overdue balance. */
export const alertKinds = [
  'dead-jobs',
  'failing-jobs',
  'findings',
  'restored',
  'late-refunds',
  'payments-unclear',
  'stock-drift',
  'price-list',
  'prices-held',
  'eprel-withdrawn',
  'reviews',
  'purchases-unclear',
  'purchases-unsent',
  'purchases-unanswered',
  'purchases-refused',
  'disk',
  'archive',
  'lost-photos',
  'new-passkeys',
  'late-transfers',
  'missing-tires',
  'rests-due',
  'unanswered-delays',
  'not-collected',
  'fittings-at-risk',
  'fittings-to-move',
] as const;

export type Alert = {
  kind: (typeof alertKinds)[number];
  /** The supplier or machine, for kinds that have several; otherwise empty. */
  subject: string;
  count: number;
  details: string[];
  /** The details in parts, in the same order; missing where they need no translation. */
  parts?: Detail[];
};

export const alertKey = ({ kind, subject }: Alert): string => `${kind} ${subject}`.trim();

/** How long a withdrawn registration is reported. Shorter than `reminderMs` of send-alerts.server.ts, so that the owner is told once. */
const withdrawalAlertMs = 23 * 60 * 60 * 1000;

export async function findAlerts(db: Kysely<Tables>, shopConfig: ShopConfig, now: Date): Promise<Alert[]> {
  const scheduledRuns = await lastScheduledRuns(db);
  const scheduledQueues = new Set(scheduledRuns.map(({ queue }) => queue));
  const deadJobs = (await countJobs(db)).filter(
    ({ queue, state }) => state === 'failed' && !scheduledQueues.has(queue),
  );
  const failingRuns = scheduledRuns.filter(({ failed }) => failed);
  const transfers = await listTransfers(db, { shopConfig, now });
  const withdrawnSince = new Date(now.getTime() - withdrawalAlertMs);
  const purchases = await purchaseAlerts(db, now);
  const purchaseKinds = ['purchases-unclear', 'purchases-unsent', 'purchases-unanswered', 'purchases-refused'] as const;
  const failedFeeds = [...(await feedStates(db))].filter(
    ([, { result }]) => result === 'refused' || result === 'failed',
  );
  const alerts: Alert[] = [
    {
      ...alertOf('dead-jobs', deadJobs, ({ queue, count }) => detail`${{ job: queue }}: ${count}`),
      count: deadJobs.reduce((sum, { count }) => sum + count, 0),
    },
    alertOf('failing-jobs', failingRuns, ({ queue }) => [{ job: queue }]),
    alertOf(
      'findings',
      await listFindings(db, { onlyOpen: true }),
      ({ provider, kind, providerRef }) => detail`${provider} ${providerRef}: ${{ finding: kind }}`,
    ),
    alertOf(
      'restored',
      await listUnconfirmedRestores(db),
      ({ at, until: restoredTo, source }) => detail`${source}: ${{ time: restoredTo }} → ${{ time: at }}`,
    ),
    alertOf('late-refunds', await findOverdueRefunds(db, now), (number) => [{ order: number }]),
    alertOf(
      'payments-unclear',
      await ordersWithUnclearPayment(db, now),
      ({ number, provider }) => detail`${{ order: number }}: ${provider}`,
    ),
    alertOf('stock-drift', await findStockDrift(db), driftDetail),
    alertOf('reviews', await ordersToReview(db), ({ number, review, areHandedOver }) =>
      // The payment was reversed and the buyer has the tires, so this review is urgent.
      areHandedOver
        ? detail`${{ order: number }}: ${{ review }}, ${{ change: 'handed_over' }}`
        : detail`${{ order: number }}: ${{ review }}`,
    ),
    alertOf(
      'late-transfers',
      transfers.filter(({ late }) => late),
      ({ id, number, count, from, to, state }) =>
        detail`${id}: ${count} × ${{ branch: from }} → ${{ branch: to }}, ${{ transfer: state }}, ${{ order: number }}`,
    ),
    alertOf(
      'missing-tires',
      await findMissingTires(db),
      ({ number, supplier }) => detail`${{ order: number }}: ${supplier}`,
    ),
    alertOf(
      'rests-due',
      await overdueBalances(db, now),
      ({ number, missingCents }) => detail`${{ order: number }}: ${{ cents: missingCents }}`,
    ),
    alertOf(
      'prices-held',
      await heldPrices(db),
      ({ id, price: currentCents, held: newCents }) =>
        detail`${{ tire: id }}: ${{ cents: currentCents }}, ${{ cents: newCents }}`,
    ),
    alertOf(
      'eprel-withdrawn',
      await withdrawnRegistrations(db, withdrawnSince),
      ({ tire_id, eprel_id }) => detail`${{ tire: tire_id }}: ${eprel_id}`,
    ),
    alertOf(
      'not-collected',
      await uncollectedOrders(db, shopConfig, now),
      ({ number, readyOn }) => detail`${{ order: number }}: ${{ day: readyOn }}`,
    ),
    alertOf(
      'fittings-at-risk',
      await fittingsAtRisk(db, shopConfig, now),
      ({ number, branch, startsAt, missing }) =>
        detail`${{ order: number }}: ${{ branch }}, ${{ time: startsAt }}, ${{ missing }}`,
    ),
    alertOf(
      'fittings-to-move',
      await bookingsToMove(db, { shopConfig, now }),
      ({ branch, bay, startsAt }) => detail`${{ branch }}, ${{ time: startsAt }}, ${{ bay }}`,
    ),
    alertOf('unanswered-delays', await unansweredDelays(db, now), ({ number }) => [{ order: number }]),
    ...purchaseKinds.map((kind): Alert => {
      const { count, details } = purchases[kind];
      return { ...alertOf(kind, details, (parts) => parts), count };
    }),
    ...failedFeeds.map(
      ([subject, { reason, refusal }]): Alert => ({
        ...alertOf('price-list', [refusal ? { listRefusal: refusal } : reason], (part) => [part]),
        subject,
      }),
    ),
  ];
  return alerts.filter(({ count }) => count > 0);
}

function ordersToReview(db: Kysely<Tables>) {
  return db
    .selectFrom('orders')
    .select(['number', 'review'])
    .select(({ and, eb, exists, selectFrom }) =>
      and([
        eb('review', '=', 'payment-withdrawn'),
        exists(
          selectFrom('stock_holds')
            .select('count')
            .whereRef('stock_holds.order_id', '=', 'orders.id')
            .where('stock_holds.state', '=', 'handed_over'),
        ),
      ]).as('areHandedOver'),
    )
    .where('review', 'is not', null)
    .$narrowType<{ review: OrderReview }>()
    .orderBy('number')
    .execute();
}
