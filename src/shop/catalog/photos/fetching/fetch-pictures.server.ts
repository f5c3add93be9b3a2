import type { Kysely } from 'kysely';
import type { Tables } from '../../../../database/tables.ts';
import type { Supplier } from '../../supplier/declaration.ts';
import { downloadBytes } from '../../supplier/fetch/download.server.ts';
import { type Login, logIn } from '../../supplier/fetch/login.server.ts';
import { type ConnectionOptions, FailedFetch } from '../../supplier/fetch/request.server.ts';
import { keyVariable } from '../../supplier/read-suppliers.ts';
import { uploadLimits } from '../photo.ts';
import { type DueOffer, dueOffers, recordAttempt } from './offers.server.ts';
import { offersPictures, type SupplierWithPictures, whyNotFetched } from './supplier-terms.server.ts';
import { type FetchedResult, processFetchedPicture, refuseKnownPlaceholders } from './take-picture.server.ts';

const limits = { bytes: uploadLimits.bytes, totalMs: 20_000, idleMs: 20_000 };
const picturesPerHost = 2;

export type PictureOutcome = Pick<DueOffer, 'supplier' | 'manufacturer_id' | 'model' | 'season' | 'studs' | 'url'> &
  Outcome;

type Outcome =
  | { result: 'unchanged'; reason: null }
  | { result: 'failed'; reason: string }
  | Pick<FetchedResult, 'result' | 'reason'>;

type Options = {
  suppliers: readonly Supplier[];
  /** By supplier id. */
  keys: Readonly<Record<string, string>>;
  now: () => Date;
  limit: number;
  /** Fetches only the pictures of this tire's design, also those that are not due. */
  tireId?: string;
  connection?: ConnectionOptions;
  /** Ends the fetching. Pictures that are being transferred stay due. */
  signal?: AbortSignal;
  beforeEachFetch?: () => Promise<void>;
};

/** Fetches two pictures at a time per host, decodes one at a time. A bad picture or answer is an outcome, no error. */
export async function fetchPictures(db: Kysely<Tables>, folder: string, options: Options): Promise<PictureOutcome[]> {
  const outcomes: PictureOutcome[] = [];
  let decoding: Promise<unknown> = Promise.resolve();
  const decodeOneAtATime = <T>(work: () => Promise<T>): Promise<T> => {
    const done = decoding.then(work);
    decoding = done.catch(() => {});
    return done;
  };
  for (const supplier of options.suppliers.filter(offersPictures)) {
    if (options.signal?.aborted) break;
    if (await whyNotFetched(db, supplier, options.now())) continue;
    await refuseKnownPlaceholders(db, supplier.id, options.now());
    const { tireId } = options;
    const limit = options.limit - outcomes.length;
    const due = await dueOffers(db, { supplier: supplier.id, now: options.now(), limit, tireId });
    if (due.length === 0) continue;
    const login = loginOf(supplier, options);
    const queues = Map.groupBy(due, ({ url }) => new URL(url).host).values();
    const startFetchers = (queue: DueOffer[]) => Array.from({ length: picturesPerHost }, () => fetchFrom(queue));
    await Promise.all([...queues].flatMap(startFetchers));

    async function fetchFrom(queue: DueOffer[]): Promise<void> {
      for (let offer = queue.shift(); offer; offer = queue.shift()) {
        if (options.signal?.aborted) return;
        await options.beforeEachFetch?.();
        const outcome = await fetchOffer(db, { folder, supplier, login, decodeOneAtATime, ...options }, offer);
        if (!outcome) return;
        const { manufacturer_id, model, season, studs, url } = offer;
        outcomes.push({ supplier: offer.supplier, manufacturer_id, model, season, studs, url, ...outcome });
      }
    }
  }
  return outcomes;
}

type FetchContext = Options & {
  folder: string;
  supplier: SupplierWithPictures;
  login: (host: string) => Promise<Login | null>;
  decodeOneAtATime: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Returns null if the transfer was aborted. */
async function fetchOffer(db: Kysely<Tables>, context: FetchContext, offer: DueOffer): Promise<Outcome | null> {
  const tried_at = context.now();
  try {
    const { etag, last_modified: lastModified, hasPhoto } = offer;
    const isRequestedTire = context.tireId !== undefined;
    const isConditional = hasPhoto && !isRequestedTire && Boolean(etag || lastModified);
    const validators = isConditional ? { etag, lastModified } : null;
    const login = await context.login(new URL(offer.url).host);
    const connection = { ...context.connection, limits: { ...limits, ...context.connection?.limits } };
    const received = await downloadBytes({ url: offer.url, login, validators }, connection, context.signal);
    if (received === null) {
      await recordAttempt(db, offer, { tried_at });
      return { result: 'unchanged', reason: null };
    }
    const processed = await context.decodeOneAtATime(() =>
      processFetchedPicture({ db, ...context, storesAgain: isRequestedTire }, offer, received.content),
    );
    const { etag: newEtag, lastModified: newLastModified } = received.validators;
    await recordAttempt(db, offer, { tried_at, ...processed, etag: newEtag, last_modified: newLastModified });
    return { result: processed.result, reason: processed.reason };
  } catch (error) {
    if (context.signal?.aborted && error === context.signal.reason) return null;
    if (!(error instanceof FailedFetch)) throw error;
    await recordAttempt(db, offer, { tried_at, result: 'failed', reason: error.message });
    return { result: 'failed', reason: error.message };
  }
}

/** Returns a function that returns the login of the supplier's list for a host; null: the list does not come from this host, or needs no key. It logs in at most once. */
function loginOf({ id, from }: Supplier, { keys, connection, signal }: Options) {
  let login: Promise<Login> | undefined;
  return async (host: string): Promise<Login | null> => {
    const isHostOfList = 'url' in from && new URL(from.url).host === host;
    if (!isHostOfList || !from.key) return null;
    login ??= logIn(from.key, { name: keyVariable(id), value: keys[id] }, connection, signal);
    return login;
  };
}
