import { z } from 'zod';
import { listJobs } from '../../database/queued-jobs.server.ts';
import { endOfDay, startOfDay } from '../../shop/calendar.ts';
import { listImports } from '../../shop/catalog/import/history.server.ts';
import { findAlerts } from '../../shop/checkout/desk/alerts.server.ts';
import { listFindings } from '../../shop/checkout/settle/reconcile.server.ts';
import { listWithdrawals } from '../../shop/checkout/withdraw/withdrawals.server.ts';
import { csvText } from '../../shop/csv-for-spreadsheets.ts';
import { groupings, type Period } from '../../shop/desk/figures/figures.ts';
import { type FigureName, figureAsCsv, figureColumns } from '../../shop/desk/figures/figures-csv.ts';
import { readLate } from '../../shop/desk/figures/late.server.ts';
import { marginBy, salesBy } from '../../shop/desk/figures/sales.server.ts';
import { stockValue } from '../../shop/desk/figures/stock-value.server.ts';
import { visitsBetween } from '../../shop/desk/figures/visits.server.ts';
import { listMoneyTasks } from '../../shop/desk/money.server.ts';
import { vatPercentAt } from '../../shop/money.ts';
import { exportedRows } from '../../shop/order/find/export-orders.server.ts';
import { listFeeds } from '../../shop/staff/feeds.server.ts';
import { readLog } from '../../shop/staff/log.server.ts';
import { listPeople } from '../../shop/staff/people.server.ts';
import { listStations } from '../../shop/staff/stations.server.ts';
import { isAllowed } from '../act.ts';
import { branch } from '../acts/fields.ts';
import type { DeskContext, DeskUser } from '../context.ts';
import { DeskFile } from '../desk-file.ts';
import { type DeskRead, deskRead } from '../read.ts';

const maxListedImports = 50;

const periodQuery = z.object({ from: z.iso.date(), to: z.iso.date(), branch: branch.optional() });

const logEntryId = z.coerce.number().int();

const maySeeMargin = ({ session }: DeskUser) => isAllowed(session, 'see-margin');

async function readFigures({ shop }: DeskContext, period: Period, user: DeskUser) {
  const { db, shopConfig, now } = shop;
  const { branch } = period;
  const vatPercent = vatPercentAt(shopConfig.vat, now());
  const [byDay, byBranch, byBrand, bySize, margin, value, late, visits] = await Promise.all([
    salesBy(db, 'day', period),
    salesBy(db, 'branch', period),
    salesBy(db, 'brand', period),
    salesBy(db, 'size', period),
    marginBy(db, 'brand', period, { maySeeMargin: maySeeMargin(user) }),
    maySeeMargin(user) ? stockValue(db, { vatPercent, branch }) : null,
    readLate(db, { shopConfig, now: now(), branch }),
    visitsBetween(db, period),
  ]);
  const sales = { day: byDay, branch: byBranch, brand: byBrand, size: bySize };
  return { sales, margin, stockValue: value, late, visits };
}

async function figureRows(
  context: DeskContext,
  figure: FigureName,
  by: (typeof groupings)[number],
  period: Period,
  user: DeskUser,
) {
  const { sales, margin, stockValue, late, visits } = await readFigures(context, period, user);
  const rows: Record<FigureName, readonly object[] | null> = {
    sales: sales[by],
    margin,
    stockValue,
    lateOrders: late.orders,
    lateTransfers: late.transfers,
    restsDue: late.restsDue,
    purchasesUnanswered: late.purchasesUnanswered,
    visitsByDay: visits.days,
    visitsByPage: visits.pages,
    visitsByReferrer: visits.referrers,
  };
  return rows[figure];
}

const csvFile = (content: string, name: string) =>
  new DeskFile(content, { type: 'text/csv; charset=utf-8', name: `${name}.csv` });

export const ownerReads: readonly DeskRead[] = [
  deskRead({ path: '/api/figures', act: 'see-figures', query: periodQuery, read: readFigures }),
  deskRead({
    path: '/api/figures/csv',
    act: 'see-figures',
    query: periodQuery.extend({
      figure: z.enum(Object.keys(figureColumns) as [FigureName, ...FigureName[]]),
      by: z.enum(groupings).default('day'),
    }),
    read: async (context, { figure, by, ...period }, user) => {
      const rows = await figureRows(context, figure, by, period, user);
      if (rows === null) return null;
      const csv = await figureAsCsv(figure, rows as Parameters<typeof figureAsCsv>[1]);
      return csvFile(csv, `${figure}-${period.from}-${period.to}`);
    },
  }),
  deskRead({ path: '/api/money', act: 'see-money', read: ({ shop }) => listMoneyTasks(shop.db) }),
  deskRead({
    path: '/api/money/orders.csv',
    act: 'see-money',
    query: periodQuery,
    loggedSubject: ({ from, to }) => `orders from ${from} to ${to}`,
    read: async ({ shop }, { from, to, branch }) => {
      const filter = { since: startOfDay(from), until: endOfDay(to), branch };
      const text = await csvText(exportedRows(shop.db, filter));
      return csvFile(text, `orders-${from}-${to}`);
    },
  }),
  deskRead({
    path: '/api/price-lists',
    act: 'see-price-list',
    read: ({ shop }) => listImports(shop.db, maxListedImports),
  }),
  deskRead({
    path: '/api/shop',
    act: 'see-shop',
    read: async ({ shop, queues }) => {
      const { db, shopConfig, now } = shop;
      const [people, stations, feeds, troubles, failedJobs, findings, withdrawals] = await Promise.all([
        listPeople(db, now()),
        listStations(db, now()),
        listFeeds(db),
        findAlerts(db, shopConfig, now()),
        listJobs(queues, { dead: true }),
        listFindings(db, { onlyOpen: true }),
        listWithdrawals(db, { onlyOpen: true }),
      ]);
      return {
        people,
        stations,
        feeds,
        troubles,
        failedJobs: failedJobs.map(({ id, queue, at, error }) => ({ id, queue, at, error })),
        findings: findings.map(({ data: _, ...finding }) => finding),
        withdrawals: withdrawals.map(({ id, receivedAt, number, name, note }) => ({
          id,
          receivedAt,
          number,
          name,
          note,
        })),
      };
    },
  }),
  deskRead({
    path: '/api/shop/log',
    act: 'see-shop',
    query: z.object({ actor: z.string().max(40).optional(), before: logEntryId.optional() }),
    read: ({ shop }, query) => readLog(shop.db, query),
  }),
];
