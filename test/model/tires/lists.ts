import { importPriceList } from '../../../src/shop/catalog/import/import-price-list.server.ts';
import { undoImport } from '../../../src/shop/catalog/import/undo.server.ts';
import { endOwedPieces } from '../../../src/shop/checkout/purchases/end-owed.server.ts';
import type { Do } from '../acts.ts';
import type { World } from '../world.ts';
import { branches } from './reality.ts';
import { add, leadDays, prices, supplier, type TireId, tireIds } from './supply.ts';

const hourMs = 3_600_000;
/** Ages of lists at their import, in hours; all below `listLagHours`, the time until a list has deducted what the supplier confirmed. */
const ages = [0, 0, 1, 5, 12, 20, 23.9];

type Row = { tireId: TireId; atSupplier: number; atBranches: readonly number[] | null };

function csvOf(rows: readonly Row[]): string {
  const counted = rows.some(({ atBranches }) => atBranches);
  const header = 'supplier,supplier_sku,manufacturer,model,size,season,studs,marks,price,lead_days,stock_supplier';
  const lines = rows.map(({ tireId, atSupplier, atBranches }) => {
    const tire = `seed,${tireId},Nokian,Hakka Blue 3,205/55R16 91V,summer,none,XL,${prices[tireId]},${leadDays}`;
    return [tire, atSupplier, ...(atBranches ?? [])].join(',');
  });
  const columns = counted ? branches.map((branch) => `,stock_${branch}`).join('') : '';
  return [header + columns, ...lines, ''].join('\n');
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

/** Imports a list with the supplier's stock at the time `at` and, with `counts`, columns with the counts at the branches. */
export async function importList(world: World, at: number, { omitted, counts }: { omitted?: string; counts: boolean }) {
  const { supply, database, now, planted } = world;
  const rows = tireIds
    .filter((tireId) => tireId !== omitted)
    .map((tireId) => ({
      tireId,
      atSupplier: supply.reality.listedAt(tireId, supplier, at),
      atBranches: counts ? branches.map((branch) => supply.reality.countAt(tireId, branch)) : null,
    }));
  const options = { now: now(), branches: [...branches], force: true };
  const report = await importPriceList(database, bytesOf(csvOf(rows)), options);
  if (report.refusal || report.failed > 0) throw new Error(`a list was refused: ${JSON.stringify(report)}`);
  await planted.afterList?.(world);
  if (!report.changed) return;
  const { id } = await database.kysely
    .selectFrom('imports')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const imported = { id, listed: new Map(supply.listed), unnoticed: new Map<string, number>() };
  supply.imports.push(imported);
  for (const tireId of tireIds)
    supply.listed.set(`${tireId} ${supplier}`, { at: tireId === omitted ? null : at, by: `import ${id}` });
  for (const { tireId } of counts ? rows : []) {
    for (const key of branches.map((branch) => `${tireId} ${branch}`)) {
      imported.unnoticed.set(key, supply.unnoticed.get(key) ?? 0);
      supply.unnoticed.delete(key);
    }
  }
}

export const lists = {
  // A list that omits a tire has no branch columns: with them, the import would set the tire's counts at the branches to 0.
  list: (world, { pick, variant }) =>
    importList(world, world.now().getTime() - (ages[variant % ages.length] ?? 0) * hourMs, {
      ...(pick % 10 === 0 && { omitted: 'other' }),
      counts: pick % 4 === 1,
    }),
  async undoList({ supply, db, now }) {
    const undone = await undoImport(db, { now: now(), actor: 'operator' });
    const last = undone.ok ? supply.imports.pop() : undefined;
    if (undone.ok && last?.id !== undone.import.id) throw new Error('the shop undid another import than the last one');
    for (const [key, listed] of last?.listed ?? [])
      if (supply.listed.get(key)?.by === `import ${last?.id}`) supply.listed.set(key, listed);
    for (const [key, count] of last?.unnoticed ?? []) add(supply.unnoticed, key, count);
  },
  endOwed: (_world, _step, { db }) => endOwedPieces(db, []),
  async supplierGetsTires({ supply: { reality } }, { pick, variant }) {
    reality.move({ tireId: tireIds[pick % 2] ?? 'tire', count: 1 + (variant % 3) }, 'elsewhere', supplier);
  },
  async supplierSellsToOthers({ supply: { reality } }, { pick, variant }) {
    const tireId = tireIds[pick % 2] ?? 'tire';
    reality.move(
      { tireId, count: Math.min(1 + (variant % 3), reality.countAt(tireId, supplier)) },
      supplier,
      'elsewhere',
    );
  },
} satisfies Record<string, Do>;
