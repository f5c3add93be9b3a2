import { afterAll, beforeEach } from 'vitest';
import { eprelJobs } from '../../../src/jobs/catalogue/eprel.ts';
import type { JobContext } from '../../../src/jobs/job.ts';
import { askEprel } from '../../../src/shop/catalog/eprel/ask-eprel.server.ts';
import { eprelClient } from '../../../src/shop/catalog/eprel/eprel-client.server.ts';
import { loadCatalogue } from '../../../src/shop/catalog/load-catalogue.server.ts';
import { tireReader } from '../../../src/shop/catalog/tire-row.server.ts';
import { type Registration, startEprelFake } from '../../../src/suppliers-fake/start-eprel-fake.ts';
import { catalogue, now as listedAt } from '../../import/price-list.ts';
import { temporaryFolder } from '../database/temporary-database.ts';

/** The registration of the tire that `csv` lists by default; `changes` replace its fields. */
export const registration = (changes: Partial<Registration> = {}): Registration => ({
  ...{ id: 381_667, manufacturer: 'NOKIAN', model: 'HAKKA BLUE 3', size: '205/55R16', load: '91', speed: 'V' },
  ...{ fuel: 'C', wet: 'A', noiseDb: 67, noiseClass: 'A' },
  ...changes,
});

const minuteMs = 60_000;

type RunOptions = { key?: string; totalMs?: number; pauses?: unknown[]; beforeCall?: () => Promise<unknown> };

/** A catalogue, a fake of EPREL, and a clock: `run` asks EPREL as the job does. */
export function catalogueWithEprel() {
  const shop = catalogue();
  let fake: Awaited<ReturnType<typeof startEprelFake>>;
  let folder: string;
  let minutes = 0;
  const now = () => new Date(listedAt.getTime() + minutes * minuteMs);
  beforeEach(async () => {
    minutes = 0;
    folder = await temporaryFolder();
    await fake?.close();
    fake = await startEprelFake();
    await shop.db.deleteFrom('eprel_products').execute();
    await shop.db.deleteFrom('eprel_rests').execute();
  });
  afterAll(() => fake?.close());
  return {
    shop,
    now,
    get fake() {
      return fake;
    },
    get folder() {
      return folder;
    },
    /** Replaces the fake by one that needs a key to search. */
    async restart(options: { key: string }) {
      await fake.close();
      fake = await startEprelFake(options);
      return fake;
    },
    wait({ hours = 0, minutes: more = 0 }) {
      minutes += hours * 60 + more;
    },
    /** Asks until nothing is due; returns the paths of the requests. `totalMs`: the time limit of a call. `beforeCall`: runs before each call. */
    async run({ key, totalMs = 5_000, pauses = [], beforeCall }: RunOptions = {}) {
      const first = fake.requests.length;
      const connection = { fakes: { 'eprel.test': fake.origin }, limits: { totalMs } };
      const client = eprelClient({ baseUrl: 'https://eprel.test', key, connection, now });
      const pause = async () => {
        pauses.push(null);
        await beforeCall?.();
      };
      const asked = await askEprel({ db: shop.db, client, folder, now, pause, mayContinue: () => true });
      return { ...asked, paths: fake.requests.slice(first).map(({ path }) => path) };
    },
    /** Imports the export as the nightly job does. `bytes`: the size limit. */
    async importExport({ key = 'key-of-the-shop', bytes }: { key?: string | null; bytes?: number } = {}) {
      const first = fake.requests.length;
      const limits = { totalMs: 5_000, ...(bytes !== undefined && { bytes }) };
      const connection = { fakes: { 'eprel.test': fake.origin }, limits };
      const client = eprelClient({ baseUrl: 'https://eprel.test', key: key ?? undefined, connection, now });
      const [dataDir, backups] = [folder, folder];
      const access = { client, pauseMs: 0, signal: new AbortController().signal };
      const job = eprelJobs(access, { dataDir, backups }).find(({ name }) => name === 'import-eprel-export');
      const alerts: string[] = [];
      await job?.run({
        shop: { db: shop.db, now },
        alert: (line: string) => alerts.push(line),
      } as unknown as JobContext);
      return { alerts, paths: fake.requests.slice(first).map(({ path }) => path) };
    },
    /** The labels of the tires on sale as pages show them, by the SKU of the leading supplier. */
    async labels() {
      const { tires } = await loadCatalogue(shop.database, tireReader([]));
      const rows = await shop.db.selectFrom('tires').select(['id', 'supplier_sku']).execute();
      const skus = new Map(rows.map(({ id, supplier_sku }) => [id, supplier_sku]));
      return Object.fromEntries(tires.map(({ id, label }) => [skus.get(id) ?? id, label]));
    },
  };
}
