import { hash } from 'node:crypto';
import { constants, type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Database } from '../../../database/connect.server.ts';
import type { Trx } from '../../../database/transaction.server.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { prepend } from '../import/file/decode.server.ts';
import { RefusedList, refusalText } from '../import/file/refusal.ts';
import { type ImportOptions, type ImportProgress, importPriceList } from '../import/import-price-list.server.ts';
import type { ImportReport } from '../import/report.ts';
import { replaceOffers } from '../photos/fetching/offers.server.ts';
import { rateOn } from './currency.ts';
import type { Supplier } from './declaration.ts';
import {
  lastListOf,
  recordAttempt,
  recordAttemptBegun,
  recordImportedList,
  storedValidators,
} from './feed-state.server.ts';
import { type DownloadRequest, download, type Validators } from './fetch/download.server.ts';
import { logIn } from './fetch/login.server.ts';
import { redactAll, redactor, secretsOf } from './fetch/redact.ts';
import { type ConnectionOptions, FailedFetch, limits } from './fetch/request.server.ts';
import { pictureCollector } from './picture-offers.ts';
import { supplierList } from './read-supplier.server.ts';
import { keyVariable } from './read-suppliers.ts';

export type FetchOptions = {
  now: () => Date;
  branches: string[];
  vatPercent: number;
  /** The folder to which the path of a supplier's `file` is relative. */
  folder: string;
  actor?: string;
  key: string | undefined;
  /** Imports also an unchanged list, and one that removes too many tires. */
  force?: boolean;
  dryRun?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
  connection?: ConnectionOptions;
};

/** `reason`: why the list was refused or could not be fetched, as a text for people. */
export type FetchOutcome =
  | { result: 'imported'; report: ImportReport }
  | { result: 'refused'; report: ImportReport; reason: string }
  | { result: 'unchanged' }
  | { result: 'failed'; reason: string };

/** Fetches a supplier's whole list and imports it; records the attempt unless `dryRun`. The supplier's key is in neither the outcome nor the database. */
export async function fetchSupplier(db: Database, supplier: Supplier, options: FetchOptions): Promise<FetchOutcome> {
  const at = options.now();
  const outcome = await fetchAndImport(db, supplier, { ...options, at });
  // Another list of the supplier was fetched or imported meanwhile, which may be newer than this one.
  if (outcome === 'overtaken') return fetchSupplier(db, supplier, options);
  // `importFile` records an imported list, together with its validators.
  if (!options.dryRun && outcome.result !== 'imported') {
    const reason = 'reason' in outcome ? outcome.reason : '';
    const refusal = 'report' in outcome ? outcome.report.refusal : null;
    await recordAttempt(db.kysely, supplier.id, { at, result: outcome.result, reason: refusal ?? reason });
  }
  return outcome;
}

class OvertakenFetch extends Error {}

type Attempt = FetchOptions & { at: Date };

async function fetchAndImport(db: Database, supplier: Supplier, options: Attempt): Promise<FetchOutcome | 'overtaken'> {
  const folder = await mkdtemp(join(tmpdir(), 'rehvipood-list-'));
  try {
    const perEuro = rateOn(supplier.price.currency, tallinnDate(options.at));
    // Without a declared currency, the list is in euros, whose rate is always 1.
    const rateIfDeclared = supplier.price.currency ? [perEuro] : [];
    // If any of these values changes, even an unchanged list is downloaded and imported again.
    const settingsHash = hashOf([supplier, options.vatPercent, options.branches, readerVersion, ...rateIfDeclared]);
    const listBefore = await lastListOf(db.kysely, supplier.id);
    const onLocked = async (trx: Trx) => {
      if ((await lastListOf(trx, supplier.id)) !== listBefore) throw new OvertakenFetch();
      await recordAttemptBegun(trx, supplier.id, options.at);
    };
    const list = await obtainList(db, supplier, { ...options, settingsHash, to: join(folder, 'list') });
    if (list === null) return { result: 'unchanged' };
    return await importFile(db, supplier, { ...options, ...list, settingsHash, perEuro, onLocked });
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof OvertakenFetch) return 'overtaken';
    if (error instanceof FailedFetch) return { result: 'failed', reason: error.message };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Part of `settingsHash`. Must be changed when this code reads more of a list, such as costs, so that all lists are imported again. */
const readerVersion = 'with costs';

/** `secrets`: texts that must not appear in reports. */
type ListFile = { file: string; validators: Validators; secrets: readonly string[] };

async function obtainList(
  db: Database,
  { id, from }: Supplier,
  options: FetchOptions & { settingsHash: string; to: string },
): Promise<ListFile | null> {
  if ('file' in from) {
    return { file: resolve(options.folder, from.file), validators: { etag: null, lastModified: null }, secrets: [] };
  }
  const wantsWholeList = options.force || options.dryRun;
  const validators = wantsWholeList ? null : await storedValidators(db.kysely, id, options.settingsHash);
  const secret = { name: keyVariable(id), value: options.key };
  const login = from.key ? await logIn(from.key, secret, options.connection, options.signal) : null;
  const request: DownloadRequest = { url: from.url, login, validators };
  const newValidators = await download(request, options.to, options.connection, options.signal);
  return newValidators && { file: options.to, validators: newValidators, secrets: login?.secrets ?? [] };
}

async function importFile(
  db: Database,
  supplier: Supplier,
  options: Attempt & ListFile & Pick<ImportOptions, 'onLocked'> & { settingsHash: string; perEuro: number | null },
): Promise<FetchOutcome> {
  const { at, branches, dryRun, force, actor, onProgress, onLocked } = options;
  const file = 'url' in supplier.from ? new URL(supplier.from.url).host : supplier.from.file;
  const redact = redactor([...secretsOf(options.key), ...options.secrets]);
  const handle = await openRegularFile(options.file);
  try {
    const bytes = unpack(
      readUnchanged(handle, options.file, options.signal),
      options.connection?.limits?.bytes ?? limits.bytes,
    );
    const pictures = supplier.pictures && pictureCollector(supplier.pictures);
    const list = supplierList(supplier, bytes, {
      vatPercent: options.vatPercent,
      perEuro: options.perEuro,
      pictures,
      redact: options.key === undefined ? undefined : redact,
    });
    const report = redactAll(
      await importPriceList(db, list, { now: at, branches, dryRun, force, file, actor, onProgress, onLocked }),
      redact,
    );
    if (report.refusal) return { result: 'refused', report, reason: refusalText(report.refusal) };
    if (!report.dryRun) {
      const { read, added, updated, unchanged, removed, failed } = report;
      const counts = { read, added, updated, unchanged, removed, failed };
      const { validators, settingsHash } = options;
      await replaceOffers(db.kysely, supplier.id, pictures?.offers ?? []);
      await recordImportedList(db.kysely, supplier.id, { at, counts, validators, settingsHash });
    }
    return { result: 'imported', report };
  } finally {
    await handle.close();
  }
}

async function openRegularFile(file: string): Promise<FileHandle> {
  // Non-blocking, because opening a named pipe would otherwise wait for its writer.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw new FailedFetch(`${file} cannot be read (${error.code})`);
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new FailedFetch(`${file} is not a regular file`);
}

/** Yields the content of a file. Throws FailedFetch at the end if it was written meanwhile: a part of a list would take the other tires off sale. */
async function* readUnchanged(handle: FileHandle, file: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const before = await handle.stat();
  yield* handle.createReadStream({ signal, autoClose: false });
  const after = await handle.stat();
  if (before.size !== after.size || before.mtimeMs !== after.mtimeMs)
    throw new FailedFetch(`${file} changed while it was read`);
}

function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 32);
}

/** Unpacks a gzip file; passes other files through. Throws RefusedList if the unpacked file is larger than `maxBytes`. */
async function* unpack(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    if (first.done) return;
    const allBytes = prepend(first.value, source);
    const isGzip = first.value[0] === 0x1f && first.value[1] === 0x8b;
    if (isGzip) yield* gunzipBytes(allBytes, maxBytes);
    else yield* allBytes;
  } finally {
    await source.return?.();
  }
}

async function* gunzipBytes(bytes: AsyncGenerator<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  // The callback ignores errors, because iterating over `gunzip` throws them too.
  pipeline(Readable.from(bytes), gunzip, () => {});
  let size = 0;
  try {
    for await (const chunk of gunzip) {
      size += chunk.length;
      if (size > maxBytes) throw new RefusedList({ reason: 'too-large', bytes: maxBytes });
      yield chunk;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw new RefusedList({ reason: 'cut-short', format: 'gzip' });
    if (code?.startsWith('Z_')) throw new RefusedList({ reason: 'malformed', format: 'gzip', line: 1, detail: code });
    throw error;
  }
}
