import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Database, onOneConnection } from '../../../../database/connect.server.ts';
import type { Tables } from '../../../../database/tables.ts';
import { commitIfOk, type Trx } from '../../../../database/transaction.server.ts';
import type { VatRate } from '../../../money.ts';
import { tallinnDate } from '../../../tallinn-date.ts';
import { commitDerivedTires } from '../../import/commit.server.ts';
import { beginPriceChanges, setImportLimits } from '../../import/lock.server.ts';
import { tiresWithPinChange } from '../decisions.server.ts';
import { tiresWithExpiredPrices } from '../import-competitors.server.ts';
import { type AppliedRules, appliedRules, lastRules, termsInForce } from './applied-rules.server.ts';
import { previewPrices } from './preview-prices.server.ts';
import { ownLevel, ownStock } from './price-derived.server.ts';
import { type PriceRules, readPriceRules } from './price-rules.ts';
import type { PricesPreview } from './prices-preview.ts';
import { createChangedTiresTable, notifyRepriced, reprice, type TireIds } from './reprice.server.ts';
import { unknownManufacturers } from './unknown-manufacturers.server.ts';

/** `content`: the file's default export; null: prices are those of the lists. `vat`: the shop's rates. */
export type RulesFile = { file: string; content: object | null; vat: readonly VatRate[] };

type Options = { now: Date; ignoresGuard?: boolean; onWait?: () => void };

/** `unknown-makers`: rules name manufacturers whose tires the shop never had. */
type MakersRefusal = { ok: false; reason: 'unknown-makers'; makers: string[] };

export type RulesPreviewResult = { ok: true; preview: PricesPreview } | MakersRefusal;

const beforeAllPrices = '2000-01-01';

/** Returns what a file's rules would change. `ignoresGuard`: accepts prices that the guard holds back. `maxMoves`: limits listed changes. */
export async function previewRules(
  { pool }: Pick<Database, 'pool'>,
  file: RulesFile,
  { now, ignoresGuard = false, maxMoves = 10 }: Options & { maxMoves?: number },
): Promise<RulesPreviewResult> {
  const preview = async (trx: Trx) => {
    await sql`set transaction isolation level repeatable read`.execute(trx);
    await setImportLimits(trx);
    return deriveAndPreview(trx, file, { now, ignoresGuard, maxMoves });
  };
  return onOneConnection(pool, (db) => commitIfOk(db, preview, { dryRun: true }));
}

type PreviewOptions = { now: Date; ignoresGuard: boolean; maxMoves: number };

async function deriveAndPreview(
  trx: Trx,
  file: RulesFile,
  { now, ignoresGuard, maxMoves }: PreviewOptions,
): Promise<RulesPreviewResult> {
  const rules = rulesOf(file);
  const makers = rules ? await unknownManufacturers(trx, rules) : [];
  if (makers.length > 0) return { ok: false, reason: 'unknown-makers', makers };
  await createChangedTiresTable(trx, 'all');
  const { movesHash, ...preview } = await previewPrices(trx, rules, { now, vat: file.vat, ignoresGuard, maxMoves });
  const text = JSON.stringify([file.content, file.vat, ignoresGuard, movesHash]);
  return { ok: true, preview: { ...preview, hash: hash('sha256', text).slice(0, 12) } };
}

export type ApplyRulesResult =
  | { ok: true; id: number; changed: number }
  | { ok: false; reason: 'other-preview'; hash: string }
  | MakersRefusal;

/** Applies rules whose preview had this `hash`. `other-preview`: a list, the day or the file has changed since. */
export async function applyRules(
  { pool }: Pick<Database, 'pool'>,
  file: RulesFile,
  { hash, actor, now: startedAt, ignoresGuard = false, onWait }: Options & { hash: string; actor: string },
): Promise<ApplyRulesResult> {
  return onOneConnection(pool, (db) =>
    commitIfOk(db, async (trx): Promise<ApplyRulesResult> => {
      const now = await beginPriceChanges(trx, startedAt, onWait);
      const previewed = await deriveAndPreview(trx, file, { now, ignoresGuard, maxMoves: 0 });
      if (!previewed.ok) return previewed;
      if (previewed.preview.hash !== hash) return { ok: false, reason: 'other-preview', hash: previewed.preview.hash };
      const { content, vat, file: name } = file;
      const rules = rulesOf(file);
      const { id } = await trx
        .insertInto('price_rules')
        .values({
          at: now,
          actor,
          file: name,
          hash,
          rules: content === null ? null : JSON.stringify(content),
          vat: JSON.stringify(vat),
          clock: rules ? termsInForce({ rules, vat }, now) : '',
          priced_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { repriced: changed } = await commitDerivedTires(trx, now, rules ? id : null);
      await notifyRepriced(trx, 'all', changed);
      await trx.updateTable('price_rules').set({ changed }).where('id', '=', id).execute();
      return { ok: true, id, changed };
    }),
  );
}

export type UndoRulesResult =
  | { ok: true; id: number; file: string; at: Date; changed: number }
  | { ok: false; reason: 'no-rules' | 'not-last' };

/** Undoes the last rules: the rules before them price today's lists. `not-last`: `id` is not the last application. */
export async function undoRules(
  { pool }: Pick<Database, 'pool'>,
  { now: startedAt, actor, id: expectedId, onWait, dryRun }: Options & { actor: string; id?: number; dryRun?: boolean },
): Promise<UndoRulesResult> {
  const undo = async (trx: Trx): Promise<UndoRulesResult> => {
    const now = await beginPriceChanges(trx, startedAt, onWait);
    const last = await lastRules(trx);
    if (!last) return { ok: false, reason: 'no-rules' };
    const { id, file, at } = last;
    if (expectedId !== undefined && expectedId !== id) return { ok: false, reason: 'not-last' };
    await trx.updateTable('price_rules').set({ undone_at: now, undone_by: actor }).where('id', '=', id).execute();
    // Without the guard, because the earlier prices were already accepted.
    const changed = await reprice(trx, now, 'all', { ignoresGuard: true });
    await storeTermsInForce(trx, now);
    return { ok: true, id, file, at, changed };
  };
  return onOneConnection(pool, (db) => commitIfOk(db, undo, { dryRun }));
}

/** Prices tires again whose price is outdated (see `tiresToReprice`). Returns the number of changed prices. */
export async function repriceOutdatedTires(
  { kysely, pool }: Pick<Database, 'kysely' | 'pool'>,
  vat: readonly VatRate[],
  startedAt: Date,
): Promise<number> {
  if (!(await tiresToReprice(kysely, vat, startedAt))) return 0;
  return onOneConnection(pool, (db) =>
    db.transaction().execute(async (trx) => {
      const now = await beginPriceChanges(trx, startedAt);
      const outdated = await tiresToReprice(trx, vat, now);
      if (!outdated) return 0;
      // Earlier rules also get today's rates, because `undoRules` may put them in force again.
      await trx
        .updateTable('price_rules')
        .set({ vat: JSON.stringify(vat) })
        .execute();
      const changed = await reprice(trx, now, outdated);
      await storeTermsInForce(trx, now);
      await trx.updateTable('catalogue_state').set({ days_priced_at: now }).execute();
      return changed;
    }),
  );
}

/** Returns ids of tires with an outdated price; `all` if VAT, a campaign or a ceiling has changed; null: none. */
async function tiresToReprice(db: Kysely<Tables>, vat: readonly VatRate[], now: Date): Promise<TireIds | null> {
  const applied = await appliedRules(db);
  if (applied && termsInForce({ rules: applied.rules, vat }, now) !== applied.clock) return 'all';
  const ids = [
    ...(await tiresWithDayChange(db, applied, now)),
    ...(applied?.rules.own.length ? await tiresWithOwnStockChange(db) : []),
  ];
  return ids.length > 0 ? [...new Set(ids)] : null;
}

/** Returns ids of tires whose pin began or ended, or competitors' prices became too old, since `days_priced_at`. */
async function tiresWithDayChange(db: Kysely<Tables>, applied: AppliedRules | null, now: Date): Promise<string[]> {
  const { days_priced_at: lastPricedAt } = await db
    .selectFrom('catalogue_state')
    .select('days_priced_at')
    .executeTakeFirstOrThrow();
  const from = lastPricedAt ? tallinnDate(lastPricedAt) : beforeAllPrices;
  const to = tallinnDate(now);
  const ages = (applied?.rules.ceiling ?? []).flatMap(({ maxAgeDays }) => maxAgeDays ?? []);
  return [...(await tiresWithPinChange(db, from, to)), ...(await tiresWithExpiredPrices(db, ages, from, to))];
}

/** Returns tires whose stock at the branches had another level (`ownLevel`) or cost when they were priced. */
async function tiresWithOwnStockChange(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.tire_id as id from tire_prices p left join ${ownStock} own on own.tire_id = p.tire_id
    where (p.own_level, p.own_net) is distinct from (${ownLevel}::smallint, own.cost_net)`.execute(db);
  return rows.map(({ id }) => id);
}

async function storeTermsInForce(trx: Trx, now: Date): Promise<void> {
  const applied = await appliedRules(trx);
  if (applied)
    await trx
      .updateTable('price_rules')
      .set({ clock: termsInForce(applied, now), priced_at: now })
      .where('id', '=', applied.id)
      .execute();
}

function rulesOf({ file, content }: RulesFile): PriceRules | null {
  return content === null ? null : readPriceRules(content, file);
}
