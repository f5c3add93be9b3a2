import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql, type Updateable } from 'kysely';
import type { EprelFacts, EprelProducts } from '../../../database/tables/eprel-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import type { Calls } from './ask-eprel.server.ts';
import { storeOfficial } from './eprel-files.server.ts';
import { maxFileBytes, type OfficialKind, officialKind } from './official-file.ts';
import { readProduct } from './read-product.ts';
import { describesTire, hasRegistration, withEprel } from './shown-label.server.ts';

const maxJsonBytes = 1024 * 1024;

/** Asks for one registration, and for its files if they are missing. Returns whether something shown has changed. */
export async function fetchProduct(calls: Calls, id: number): Promise<boolean> {
  const hasNewFacts = await fetchFacts(calls, id);
  const hasNewFiles = (await needsFiles(calls.db, id)) && (await fetchFiles(calls, id));
  return hasNewFacts || hasNewFiles;
}

/** The files of a withdrawn registration are removed. */
const withoutFiles = { label_file: null, sheet_et: null, sheet_en: null, files_at: null };

const noFacts: EprelFacts = {
  ...{ manufacturer: null, model: null, tread_width: null, profile: null, diameter: null, load_index: null },
  ...{ speed_index: null, xl: null, tire_class: null, fuel: null, wet: null, noise_db: null, noise_class: null },
  ...{ snow: null, ice: null },
};

async function fetchFacts(calls: Calls, id: number): Promise<boolean> {
  const { db, get } = calls;
  const tried_at = calls.now();
  await db
    .insertInto('eprel_products')
    .values({ id, tried_at, ...noFacts, ...withoutFiles, etag: null, fetched_at: null, withdrawn_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ tried_at }))
    .execute();
  const { etag } = await db.selectFrom('eprel_products').select('etag').where('id', '=', id).executeTakeFirstOrThrow();
  const answer = await get('products', `/api/products/tyres/${id}`, { maxBytes: maxJsonBytes, etag });
  if (answer.result === 'missing') return save(calls, id, { status: 'deleted', etag: null, ...withoutFiles });
  if (answer.result === 'unchanged') return save(calls, id, {});
  const product = answer.result === 'found' ? readProduct(parsed(answer.bytes)) : null;
  // An answer that is no registration, such as a page of a proxy, changes nothing.
  if (answer.result !== 'found' || product?.id !== id) return false;
  return product.isBlocked
    ? save(calls, id, { status: 'blocked', etag: null, ...product.facts, ...withoutFiles })
    : save(calls, id, { status: 'current', etag: answer.etag, ...product.facts });
}

export function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** Stores an answer. If something shown has changed, writes the tires again, so that every process loads them. */
async function save({ db, now }: Calls, id: number, answer: Updateable<EprelProducts>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const query = trx.selectFrom('eprel_products').selectAll().where('id', '=', id).forUpdate();
    const { withdrawn_at, ...before } = await query.executeTakeFirstOrThrow();
    const after = { ...before, ...answer };
    const isSame = isDeepStrictEqual(shownOf(after), shownOf(before));
    const isComplete = after.label_file !== null && after.sheet_et !== null && after.sheet_en !== null;
    const isWithdrawn = after.status === 'blocked' || after.status === 'deleted';
    const times = {
      fetched_at: now(),
      withdrawn_at: isWithdrawn ? (withdrawn_at ?? now()) : null,
      // A changed registration may have another label; missing files are tried again daily.
      files_at: isSame && isComplete ? after.files_at : null,
    };
    await trx
      .updateTable('eprel_products')
      .set({ ...answer, ...times })
      .where('id', '=', id)
      .execute();
    return !isSame && (await touchTires(trx, id, now()));
  });
}

function shownOf(product: EprelFacts & { status: string }): object {
  const facts = Object.keys(noFacts).map((name) => [name, product[name as keyof EprelFacts]]);
  return { ...Object.fromEntries(facts), status: product.status };
}

/** Writes the tires with this registration again. Returns whether there are some on sale. */
export async function touchTires(db: Kysely<Tables>, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ on_sale: boolean }>`
    update tires set changed_at = ${now}
    where id in (select tires.id from tires ${withEprel} where ${hasRegistration(id)})
    returning on_sale`.execute(db);
  return rows.some((tire) => tire.on_sale);
}

/** No files are fetched for a number that belongs to another tire. */
async function needsFiles(db: Kysely<Tables>, id: number): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (
      select from tires ${withEprel}
      where ${hasRegistration(id)} and eprel.status = 'current' and eprel.files_at is null and ${describesTire}
    ) as needed`.execute(db);
  return rows[0]?.needed === true;
}

/** Fetches the label, as PNG or else SVG, and both sheets. If a file cannot be fetched, its earlier version stays. */
async function fetchFiles(calls: Calls, id: number): Promise<boolean> {
  const { db, now } = calls;
  const label =
    (await fileOf(calls, 'png', `/labels/tyres/Label_${id}.png`)) ??
    (await fileOf(calls, 'svg', `/labels/tyres/Label_${id}.svg`));
  const et = label === 'refused' ? label : await fileOf(calls, 'pdf', `/fiches/tyres/Fiche_${id}_ET.pdf`);
  const en = et === 'refused' ? et : await fileOf(calls, 'pdf', `/fiches/tyres/Fiche_${id}_EN.pdf`);
  if (label === 'refused' || et === 'refused' || en === 'refused') return false;
  const names = { ...(label && { label_file: label }), ...(et && { sheet_et: et }), ...(en && { sheet_en: en }) };
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('eprel_products')
      .set({ ...names, files_at: now() })
      .where('id', '=', id)
      .execute();
    return touchTires(trx, id, now());
  });
}

/** Returns the name of the stored file; null if there is none that may be served. */
async function fileOf(calls: Calls, kind: OfficialKind, path: string): Promise<string | 'refused' | null> {
  const answer = await calls.get('products', path, { maxBytes: maxFileBytes });
  if (answer.result === 'refused') return 'refused';
  if (answer.result !== 'found' || officialKind(answer.bytes) !== kind) return null;
  return storeOfficial(calls.folder, answer.bytes, kind);
}
