import { readConfig } from '../../app/config.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import type { Supplier } from '../../shop/catalog/supplier/declaration.ts';
import { type FeedState, feedStates } from '../../shop/catalog/supplier/feed-state.server.ts';
import { keyVariable, nextTime, readSuppliers } from '../../shop/catalog/supplier/read-suppliers.ts';
import { refusalsSince, type SupplierRefusals } from '../../shop/purchasing/list-purchases.server.ts';
import { orderTermsOf, type PurchaseChannel } from '../../shop/purchasing/order-terms.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

export const suppliersList: Command = {
  summary: 'Lists the declared suppliers, with the result of their last fetch.',
  usage: '[--json]',
  help: `Lists the suppliers that suppliers.config.ts declares: when each list was last fetched and with which result, when
it was last imported, and when the next fetch is due. "orders" is how purchases reach the supplier. "refused" counts the
pieces that the supplier refused, of those ordered in the last 30 days. If a supplier refused more than 2 % of at least
20 pieces, the command suggests a higher keepBack.

  --json  prints JSON

  npm run shop -- suppliers list`,
  configFiles: 'from-disk-not-build',
  async run(call) {
    const { io } = call;
    const suppliers = readSuppliers(call.suppliers);
    const now = io.now();
    const { supplierKeys } = readConfig(io.env);
    const since = new Date(now.getTime() - refusalDays * 24 * 60 * 60 * 1000);
    const [states, refusals] = await withDatabase(io, ({ kysely }) =>
      Promise.all([feedStates(kysely), refusalsSince(kysely, since)]),
    );
    const listed = suppliers.map((supplier) => ({
      ...listedSupplier(supplier, states.get(supplier.id), supplierKeys, now),
      ordersBy: orderTermsOf(supplier.id, suppliers).channel,
      purchased: refusals.get(supplier.id) ?? { ordered: 0, refused: 0 },
    }));
    const noneText = 'No suppliers: suppliers.config.ts declares none.';
    const advice = suppliers.flatMap((supplier) => keepBackAdvice(supplier, refusals.get(supplier.id)));
    print(call, { suppliers: listed }, [...table(headings, listed.map(rowOf), noneText), ...advice]);
  },
};

const refusalDays = 30;
const maxRefusedShare = 0.02;
const minOrdered = 20;

function keepBackAdvice({ id, stock: { keepBack } }: Supplier, purchased: SupplierRefusals | undefined): string[] {
  const { ordered = 0, refused = 0 } = purchased ?? {};
  if (ordered < minOrdered || refused <= ordered * maxRefusedShare) return [];
  const share = Math.round((refused / ordered) * 100);
  return [
    `${id} refused ${share} % in ${refusalDays} days: raise stock.keepBack (now ${keepBack}), so that less of its list is offered.`,
  ];
}

const headings = [
  'id',
  'name',
  'from',
  'tried',
  'result',
  'imported',
  'rows',
  'left out',
  'next',
  'orders',
  'refused',
  'why',
];

function listedSupplier(supplier: Supplier, state: FeedState | undefined, keys: Record<string, string>, now: Date) {
  const { id, name, from, schedule } = supplier;
  const lacksKey = 'url' in from && from.key !== undefined && keys[id] === undefined;
  return {
    id,
    name,
    from: 'file' in from ? from.file : new URL(from.url).host,
    triedAt: state?.triedAt ?? null,
    result: state?.result ?? null,
    importedAt: state?.importedAt ?? null,
    counts: state?.counts ?? null,
    nextAt: schedule === undefined ? null : nextTime(schedule, now),
    why: [lacksKey ? `${keyVariable(id)} is not set` : '', state?.reason ?? ''].filter(Boolean).join('; '),
  };
}

function rowOf({
  id,
  name,
  from,
  triedAt,
  result,
  importedAt,
  counts,
  nextAt,
  ordersBy,
  purchased: { ordered, refused },
  why,
}: ReturnType<typeof listedSupplier> & { ordersBy: PurchaseChannel; purchased: SupplierRefusals }) {
  const time = (at: Date | null) => (at ? tallinnTime(at) : '');
  return [
    id,
    name,
    from,
    time(triedAt),
    result ?? 'never tried',
    time(importedAt),
    counts?.read ?? '',
    counts?.failed ?? '',
    nextAt ? time(nextAt) : 'by hand',
    ordersBy,
    ordered > 0 ? `${refused} of ${ordered}` : '',
    why,
  ];
}
