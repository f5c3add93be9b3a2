import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { fetchPictures } from '../../../src/shop/catalog/photos/fetching/fetch-pictures.server.ts';
import { applyDeclaredTerms } from '../../../src/shop/catalog/photos/fetching/supplier-terms.server.ts';
import { listPhotos } from '../../../src/shop/catalog/photos/list-photos.server.ts';
import type { SupplierDeclaration } from '../../../src/shop/catalog/supplier/declaration.ts';
import type { ConnectionOptions } from '../../../src/shop/catalog/supplier/fetch/request.server.ts';
import { startPictureHost } from '../../../src/suppliers-fake/start-picture-host.ts';
import { stripes } from '../../support/catalogue/photographs.ts';
import { deleteRows } from '../../support/database/seed.ts';
import { now } from '../price-list.ts';
import { tire as anyTire, supplier, supplierShop, type Tire } from './supplier-shop.ts';

/** `pilt`: the address of the tire's picture in the list. */
export type PicturedTire = Tire & { pilt: string };

export const hosts = 'https://pildid.test';
export const terms = { from: 'pilt', licence: 'mail of 2026-11-02 from Rehvihulgi' };

/** A summer tire with its own article number for each size and model. */
export function picturedTire(pilt: string, changes: Tire = {}): PicturedTire {
  const tire = { ...anyTire, hooaeg: 'Suvi', naast: '-', mudel: 'Hakka Blue 3', ...changes };
  return { ...tire, kood: [tire.tootja, tire.mudel, tire.suurus, tire.naast].join(' ').slice(0, 64), pilt };
}

/** A shop that imports lists with pictures, and a host that has them. Tests begin without photographs. */
export function picturedShop() {
  const shop = supplierShop();
  let host: Awaited<ReturnType<typeof startPictureHost>>;
  let folder: string;
  beforeAll(async () => {
    host = await startPictureHost();
    folder = await mkdtemp(join(tmpdir(), 'rehvipood-photos-'));
  });
  beforeEach(async () => {
    host.requests.splice(0);
    host.faults.clear();
    await deleteRows(shop.db, ['tire_photos', 'picture_pins', 'supplier_pictures', 'picture_drops']);
  });
  afterAll(async () => {
    await host.close();
    await rm(folder, { recursive: true });
  });
  /** Makes the host send stripes instead of a drawing, which costs more to compress. */
  const serveStripes = async (url: string) => {
    const path = URL.canParse(url) ? new URL(url).pathname : '';
    const [, side = 900, name] = /^\/pictures\/(?:(\d+)\/)?([^/]+)\.jpg$/.exec(path) ?? [];
    if (name === undefined || host.faults.has(path)) return;
    host.faults.set(
      path,
      await stripes({ name, side: Number(side) })
        .jpeg()
        .toBuffer(),
    );
  };
  const connection = (changes: Partial<ConnectionOptions> = {}): ConnectionOptions => ({
    fakes: { 'pildid.test': host.origin, 'hulgi.test': host.origin },
    ...changes,
  });
  const declared = (changes: Partial<SupplierDeclaration> = {}) =>
    supplier({ format: { kind: 'json', rows: '' }, pictures: terms, ...changes });
  return {
    shop,
    declared,
    connection,
    get host() {
      return host;
    },
    get folder() {
      return folder;
    },
    /** Imports a list of the supplier. */
    async offer(tires: readonly PicturedTire[], by = declared()): Promise<void> {
      for (const { pilt } of tires) await serveStripes(pilt);
      await shop.importList(JSON.stringify(tires), by);
    },
    /** Fetches what is due as the job does, `days` after the lists were imported. Returns what became of each picture, by its path. */
    async fetch({
      by = [declared()],
      days = 0,
      tireId,
      connect = {},
      keys = {},
    }: {
      by?: ReturnType<typeof declared>[];
      days?: number;
      tireId?: string;
      connect?: Partial<ConnectionOptions>;
      keys?: Record<string, string>;
    } = {}): Promise<Record<string, string>> {
      const at = new Date(now.getTime() + days * 86_400_000);
      await applyDeclaredTerms(shop.db, folder, by, at);
      const options = { suppliers: by, keys, now: () => at, limit: 100, tireId, connection: connection(connect) };
      const outcomes = await fetchPictures(shop.db, folder, options);
      return Object.fromEntries(
        outcomes.map(({ url, result, reason }) => [new URL(url).pathname, reason ?? result] as const),
      );
    },
    /** The photographs that are shown or could be. */
    async photos() {
      return (await listPhotos(shop.db, { includeEnded: false })).map(
        ({ model, studs, supplier: of, source, side, tires, photo, licence }) => ({
          ...{ model, studs, source, supplier: of, side, tires, photo, licence },
        }),
      );
    },
    async tireId(model = 'Hakka Blue 3'): Promise<string> {
      const row = await shop.db.selectFrom('tires').select('id').where('model', '=', model).executeTakeFirstOrThrow();
      return row.id;
    },
  };
}
