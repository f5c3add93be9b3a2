import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { AskContext } from './ask-eprel.server.ts';
import { storeOfficialFile } from './eprel-files.server.ts';
import { type EprelFileKind, eprelFileKind, maxFileBytes } from './official-file.ts';
import { readProduct } from './read-product.ts';
import { describesTire, eprelJoins, hasRegistration } from './shown-label.server.ts';
import { columnsOf, noFiles, recordAttempt, storeAnswer, touchTires } from './store-product.server.ts';

const maxJsonBytes = 1024 * 1024;

/** Asks for a registration, and for missing files. Returns whether something that pages show has changed. */
export async function fetchProduct(context: AskContext, id: number): Promise<boolean> {
  const hasNewFacts = await fetchFacts(context, id);
  const hasNewFiles = (await needsFiles(context.db, id)) && (await fetchFiles(context, id));
  return hasNewFacts || hasNewFiles;
}

async function fetchFacts(context: AskContext, id: number): Promise<boolean> {
  const { db, get } = context;
  await recordAttempt(db, id, context.now());
  const { etag, status } = await db
    .selectFrom('eprel_products')
    .select(['etag', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const path = productPath(id);
  const answer = await get('products', path, { maxBytes: maxJsonBytes, etag });
  if (answer.result === 'missing') {
    const isShown = status === 'current';
    // In an outage, EPREL may answer 404 to everything. So it must find another shown registration, if there is one, before this one is deleted.
    const isDeleted = !isShown || (await isAnotherFoundOrNoneKnown(context, id));
    if (isDeleted) return storeAnswer(context, id, { status: 'deleted', etag: null, ...noFiles });
    context.reportFailure({ path, reason: 'EPREL finds neither this registration nor another known one' });
    return false;
  }
  if (answer.result === 'unchanged') return storeAnswer(context, id, {});
  if (answer.result !== 'found') return false;
  const product = readProduct(parseJson(answer.bytes));
  // An answer that is no registration, such as a page of a proxy, changes nothing.
  if (product?.id !== id) {
    context.reportFailure({ path, reason: 'the answer is not this registration' });
    return false;
  }
  return storeAnswer(context, id, columnsOf(product, answer.etag));
}

const productPath = (id: number) => `/api/products/tyres/${id}`;

async function isAnotherFoundOrNoneKnown({ db, get }: AskContext, id: number): Promise<boolean> {
  const other = await db
    .selectFrom('eprel_products')
    .select('id')
    .where('status', '=', 'current')
    .where('id', '<>', id)
    .orderBy('fetched_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return !other || (await get('products', productPath(other.id), { maxBytes: maxJsonBytes })).result === 'found';
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

async function needsFiles(db: Kysely<Tables>, id: number): Promise<boolean> {
  const { rows } = await sql<{ needed: boolean }>`
    select exists (
      select from tires ${eprelJoins}
      where ${hasRegistration(id)} and eprel.status = 'current' and eprel.files_at is null and ${describesTire}
    ) as needed`.execute(db);
  return rows[0]?.needed === true;
}

/** Fetches the label (PNG, else SVG) and both sheets. A failed call keeps the old file; all are retried in an hour. */
async function fetchFiles(context: AskContext, id: number): Promise<boolean> {
  const { db, now } = context;
  const label =
    (await fetchFile(context, 'png', `/labels/tyres/Label_${id}.png`)) ??
    (await fetchFile(context, 'svg', `/labels/tyres/Label_${id}.svg`));
  if (label === 'refused') return false;
  const sheetEt = await fetchFile(context, 'pdf', `/fiches/tyres/Fiche_${id}_ET.pdf`);
  if (sheetEt === 'refused') return false;
  const sheetEn = await fetchFile(context, 'pdf', `/fiches/tyres/Fiche_${id}_EN.pdf`);
  if (sheetEn === 'refused') return false;
  const names = {
    ...(label !== 'failed' && { label_file: label }),
    ...(sheetEt !== 'failed' && { sheet_et: sheetEt }),
    ...(sheetEn !== 'failed' && { sheet_en: sheetEn }),
  };
  const files = [label, sheetEt, sheetEn];
  if (files.every((file) => file === 'failed')) return false;
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('eprel_products')
      .set({ ...names, files_at: files.includes('failed') ? null : now() })
      .where('id', '=', id)
      .execute();
    return touchTires(trx, id, now());
  });
}

/** Returns the stored file's name; null: EPREL has none that may be served. `failed`: no usable answer. */
async function fetchFile(
  context: AskContext,
  kind: EprelFileKind,
  path: string,
): Promise<string | 'refused' | 'failed' | null> {
  const answer = await context.get('products', path, { maxBytes: maxFileBytes });
  if (answer.result === 'refused' || answer.result === 'failed') return answer.result;
  if (answer.result !== 'found' || eprelFileKind(answer.bytes) !== kind) return null;
  return storeOfficialFile(context.folder, answer.bytes, kind);
}
