import { readConfig } from '../../app/config.ts';
import { tallinnTime } from '../../shop/calendar.ts';
import type { Supplier } from '../../shop/catalog/supplier/declaration.ts';
import { type FeedState, feedStates } from '../../shop/catalog/supplier/feed-state.server.ts';
import { keyVariable, nextTime, readSuppliers } from '../../shop/catalog/supplier/read-suppliers.ts';
import { noArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';

const help = `Lists the suppliers that suppliers.config.ts declares: when each list was last fetched and with which result, when one
was last imported, and when the next fetch is due.

  --json  as JSON

  npm run shop -- suppliers list`;

export const suppliersList: Command = {
  summary: 'Lists the declared suppliers, with the result of their last fetch.',
  usage: '[--json]',
  help,
  configFiles: 'from-disk',
  options: { json: { type: 'boolean' } },
  async run(call) {
    noArguments(call);
    const { io } = call;
    const suppliers = readSuppliers(call.suppliers);
    const now = io.now();
    const { supplierKeys } = readConfig(io.env);
    const states = await withDatabase(io, ({ kysely }) => feedStates(kysely));
    const listed = suppliers.map((supplier) => listedSupplier(supplier, states.get(supplier.id), supplierKeys, now));
    const none = 'No suppliers: suppliers.config.ts declares none.';
    print(call, { suppliers: listed }, table(headings, listed.map(rowOf), none));
    return 0;
  },
};

const headings = ['id', 'name', 'from', 'tried', 'result', 'imported', 'rows', 'left out', 'next', 'why'];

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
    why: [lacksKey ? `${keyVariable(id)} is not set` : '', state?.words ?? ''].filter(Boolean).join('; '),
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
  why,
}: ReturnType<typeof listedSupplier>) {
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
    why,
  ];
}
