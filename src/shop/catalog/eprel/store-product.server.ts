import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { EprelFacts, EprelProducts } from '../../../database/tables/eprel-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import type { EprelProduct } from './read-product.ts';
import { eprelJoins, hasRegistration } from './shown-label.server.ts';

type StoreContext = { db: Kysely<Tables>; now: () => Date };

/** Stored for a withdrawn registration, so that its files are removed. */
export const noFiles = { label_file: null, sheet_et: null, sheet_en: null, files_at: null };

const noFacts: EprelFacts = {
  manufacturer: null,
  model: null,
  tread_width: null,
  profile: null,
  diameter: null,
  load_index: null,
  speed_index: null,
  xl: null,
  tire_class: null,
  fuel: null,
  wet: null,
  noise_db: null,
  noise_class: null,
  snow: null,
  ice: null,
};

/** Inserts the row of a registration if it is new, and stores when EPREL was asked for it. */
export async function recordAttempt(db: Kysely<Tables>, id: number, tried_at: Date): Promise<void> {
  await db
    .insertInto('eprel_products')
    .values({ id, tried_at, ...noFacts, ...noFiles, etag: null, fetched_at: null, withdrawn_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ tried_at }))
    .execute();
}

export function columnsOf({ isBlocked, facts }: EprelProduct, etag: string | null): Updateable<EprelProducts> {
  return isBlocked ? { status: 'blocked', etag: null, ...facts, ...noFiles } : { status: 'current', etag, ...facts };
}

/** Returns whether pages would show the same after this answer. */
export function hasSameShownValues(stored: Selectable<EprelProducts>, answer: Updateable<EprelProducts>): boolean {
  return isDeepStrictEqual(shownOf({ ...stored, ...answer }), shownOf(stored));
}

function shownOf(product: EprelFacts & { status: string }): object {
  const facts = Object.keys(noFacts).map((name) => [name, product[name as keyof EprelFacts]]);
  return { ...Object.fromEntries(facts), status: product.status };
}

/** Stores an answer. If it changes what pages show, marks its tires as changed; returns whether one is on sale. */
export async function storeAnswer(
  { db, now }: StoreContext,
  id: number,
  answer: Updateable<EprelProducts>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const query = trx.selectFrom('eprel_products').selectAll().where('id', '=', id).forUpdate();
    const before = await query.executeTakeFirstOrThrow();
    const after = { ...before, ...answer };
    const showsSame = hasSameShownValues(before, answer);
    const hasAllFiles = after.label_file !== null && after.sheet_et !== null && after.sheet_en !== null;
    const isWithdrawn = after.status === 'blocked' || after.status === 'deleted';
    const times = {
      fetched_at: now(),
      withdrawn_at: isWithdrawn ? (before.withdrawn_at ?? now()) : null,
      // Null: the files are downloaded again, because the label may have changed, or a file is missing.
      files_at: showsSame && hasAllFiles ? after.files_at : null,
    };
    await trx
      .updateTable('eprel_products')
      .set({ ...answer, ...times })
      .where('id', '=', id)
      .execute();
    if (showsSame) return false;
    return touchTires(trx, id, now());
  });
}

/** Sets `changed_at` of a registration's tires: every process loads them again. Returns whether one is on sale. */
export async function touchTires(db: Kysely<Tables>, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ on_sale: boolean }>`
    update tires set changed_at = ${now}
    where id in (select tires.id from tires ${eprelJoins} where ${hasRegistration(id)})
    returning on_sale`.execute(db);
  return rows.some((tire) => tire.on_sale);
}
