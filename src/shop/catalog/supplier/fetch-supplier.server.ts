import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Database } from '../../../database/connect.server.ts';
import { type ImportProgress, importPriceList } from '../import/import-price-list.server.ts';
import { refusalText } from '../import/refusal-text.ts';
import type { ImportReport } from '../import/report.ts';
import type { Supplier } from './declaration.ts';
import { keptValidators, noteLanding, noteTry } from './feed-state.server.ts';
import { download, type Validators, type Wanted } from './fetch/download.server.ts';
import { FailedFetch } from './fetch/failed-fetch.ts';
import { redactAll, redactor } from './fetch/redact.ts';
import { limits, type Reach } from './fetch/request.server.ts';
import { supplierList } from './read-supplier.server.ts';
import { keyVariable } from './read-suppliers.ts';
import { unzipped } from './unzipped.server.ts';

export type FetchOptions = {
  now: Date;
  /** Ids of the branches. */
  branches: string[];
  /** VAT of the day. */
  vatPercent: number;
  /** Where relative paths of declared files begin. */
  folder: string;
  /** Who fetches it, for the history of imports. */
  actor?: string;
  /** The supplier's key; absent: it has none. */
  key: string | undefined;
  /** Fetches also what has not changed, and lands what would take too many tires off sale. */
  force?: boolean;
  /** Fetches and compares, and leaves everything as it was. */
  dryRun?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
  /** For tests alone. */
  reach?: Reach;
};

export type FetchOutcome =
  | { result: 'landed'; report: ImportReport }
  | { result: 'refused'; report: ImportReport; words: string }
  /** The supplier says that its list is the one that landed last. */
  | { result: 'unchanged' }
  /** The list could not be had. */
  | { result: 'failed'; words: string };

/**
 * Fetches a supplier's list, whole, and then imports it. A list that does not come or is refused changes nothing but the
 * note of it; faults are thrown. Nothing that is given back or kept holds the key.
 */
export async function fetchSupplier(db: Database, supplier: Supplier, options: FetchOptions): Promise<FetchOutcome> {
  const { now: at, dryRun = false } = options;
  const outcome = await fetchAndImport(db, supplier, options);
  if (!dryRun && outcome.result !== 'landed') {
    const words = 'words' in outcome ? outcome.words : '';
    await noteTry(db.kysely, supplier.id, { at, result: outcome.result, words });
  }
  return outcome;
}

async function fetchAndImport(db: Database, supplier: Supplier, options: FetchOptions): Promise<FetchOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-list-'));
  try {
    const readAs = hashOf([supplier, options.vatPercent, options.branches]);
    const found = await listFile(db, supplier, { ...options, readAs, to: join(folder, 'list') });
    if (found === null) return { result: 'unchanged' };
    return await importFile(db, supplier, { ...options, ...found, readAs });
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof FailedFetch) return { result: 'failed', words: error.message };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Found = { file: string; validators: Validators };

/** Where the list lies now; null: it has not changed. */
async function listFile(
  db: Database,
  { id, from }: Supplier,
  options: FetchOptions & { readAs: string; to: string },
): Promise<Found | null> {
  if ('file' in from) {
    return { file: resolve(options.folder, from.file), validators: { etag: null, lastModified: null } };
  }
  const mayBeOld = options.force || options.dryRun;
  const validators = mayBeOld ? null : await keptValidators(db.kysely, id, options.readAs);
  const wanted: Wanted = { url: from.url, key: null, validators };
  if (from.key) {
    if (options.key === undefined) throw new FailedFetch(`${keyVariable(id)} is not set`);
    wanted.key = { ...from.key, value: options.key };
  }
  const fresh = await download(wanted, options.to, options.reach, options.signal);
  return fresh && { file: options.to, validators: fresh };
}

async function importFile(
  db: Database,
  supplier: Supplier,
  options: FetchOptions & Found & { readAs: string },
): Promise<FetchOutcome> {
  const { now, branches, dryRun, force, actor, onProgress } = options;
  const file = 'url' in supplier.from ? new URL(supplier.from.url).host : supplier.from.file;
  const redact = redactor(options.key ?? null);
  const handle = await opened(options.file);
  try {
    const stream = handle.createReadStream({ signal: options.signal });
    const bytes = unzipped(stream, options.reach?.limits?.bytes ?? limits.bytes);
    const list = supplierList(supplier, bytes, {
      vatPercent: options.vatPercent,
      redact: options.key === undefined ? undefined : redact,
    });
    const report = redactAll(
      await importPriceList(db, list, { now, branches, dryRun, force, file, actor, onProgress }),
      redact,
    );
    if (report.refusal) return { result: 'refused', report, words: refusalText(report.refusal) };
    if (!report.dryRun) {
      const { read, added, updated, unchanged, removed, failed } = report;
      const counts = { read, added, updated, unchanged, removed, failed };
      await noteLanding(db.kysely, supplier.id, {
        at: now,
        counts,
        validators: options.validators,
        readAs: options.readAs,
      });
    }
    return { result: 'landed', report };
  } finally {
    // An import that never began has read nothing and closed nothing.
    await handle.close();
  }
}

async function opened(file: string): Promise<FileHandle> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new FailedFetch(`${file} cannot be read (${error.code})`);
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new FailedFetch(`${file} is no file`);
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}
