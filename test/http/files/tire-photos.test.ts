import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { listPhotos } from '../../../src/shop/catalog/photos/list-photos.server.ts';
import { photoFolder, removePhotoFiles } from '../../../src/shop/catalog/photos/photo-files.server.ts';
import {
  addPhoto,
  type Licence,
  removeExpiredPhotos,
  removeOrphans,
  removePhoto,
} from '../../../src/shop/catalog/photos/photos.server.ts';
import { photograph } from '../../support/catalogue/photographs.ts';
import { idOf } from '../../support/catalogue/shop-catalogue.ts';
import { publicUrl, summerNoon, wholeShop } from '../../support/shop.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'rehvipood-photos-'));
const folder = photoFolder(dataDir);
afterAll(() => rm(dataDir, { recursive: true, force: true }));
let minutes = 0;
const shop = wholeShop({ DATA_DIR: dataDir }, { now: () => new Date(summerNoon.getTime() + minutes * 60_000) });
const by = { actor: 'operator:mari', now: summerNoon };
const own: Licence = {
  ...{ source: 'own', supplier: null, licence: 'own photograph', credit: null, until: null, feed: true, preview: true },
};

type Added = { model?: string; brightness?: number } & Partial<Licence>;

/** Adds a photograph of a model, and removes it after the test. */
async function add({ model = 'Hakka Blue 3', brightness = 30, ...licence }: Added = {}): Promise<string> {
  const tireId = await idOf(shop.db.kysely, model);
  const bytes = await photograph({ brightness }).jpeg().toBuffer();
  const added = await addPhoto(shop.db.kysely, folder, { tireId, bytes, ...own, ...licence, ...by });
  if (!added.ok) throw new Error(added.reason);
  onTestFinished(async () => {
    for (const { id } of await listPhotos(shop.db.kysely, { includeEnded: false }))
      await removePhoto(shop.db.kysely, folder, { id, ...by });
  });
  return added.photo;
}

const photoOf = async () => {
  const { items } = (await shop.get('/api/v1/products?limit=100')).json<ProductList>();
  return items.find(({ model }) => model === 'Hakka Blue 3')?.photo;
};
const pageOf = async () => (await shop.get(`/en/product?id=${await idOf(shop.db.kysely, 'Hakka Blue 3')}`)).text;

describe('the photograph of a tire', () => {
  test('replaces the drawing on the product page and in lists, with a fixed size', async () => {
    expect(await pageOf()).toContain('Drawing, not a photo');
    const id = await add({ credit: 'Nokian Tyres' });
    await expect.poll(photoOf).toEqual({ id, credit: 'Nokian Tyres', feed: true, preview: true });
    const page = await pageOf();
    expect(page).toContain(`<source type="image/avif" srcSet="/photos/${id}-640.avif"/>`);
    expect(page).toContain(`<img src="/photos/${id}-640.webp" alt="" width="360" height="360"`);
    expect(page).toContain('Photo: Nokian Tyres');
    expect(page).not.toContain('Drawing, not a photo');
    const list = (await shop.get('/en?treadWidth=205&profile=55&diameter=16&season=summer')).text;
    expect(list).toContain(`<img src="/photos/${id}-160.webp" alt="" width="72" height="72" loading="lazy"`);
  });

  test('is sent in each kind and size with an immutable cache', async () => {
    const id = await add();
    await expect.poll(async () => (await photoOf())?.id).toBe(id);
    for (const [name, type, side] of [
      ['160.avif', 'image/avif', 160],
      ['320.webp', 'image/webp', 320],
      ['800.jpg', 'image/jpeg', 800],
    ] as const) {
      const { status, headers, body } = await shop.get(`/photos/${id}-${name}`);
      expect({ status, headers }).toMatchObject({
        status: 200,
        headers: {
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-length': `${body.length}`,
          'content-security-policy': "default-src 'none'",
          'x-content-type-options': 'nosniff',
        },
      });
      expect((await sharp(body).metadata()).width).toBe(side);
    }
    for (const path of [
      `${id}-master.webp`,
      `${id}-9.webp`,
      `${id.replace(/./g, '0')}-160.webp`,
      `..%2f${id}-160.webp`,
    ])
      expect(await shop.get(`/photos/${path}`)).toMatchObject({
        status: 404,
        headers: { 'cache-control': 'no-store' },
      });
  });

  test('is in the feed, in structured data and in link previews only as its licence permits', async () => {
    const feedPicture = async () => {
      // A feed is built anew at most once a minute.
      minutes += 1;
      const { text } = await shop.get('/feeds/google-en.xml');
      const item = text.split('<item>').find((part) => part.includes('Nokian Hakka Blue 3 ')) ?? '';
      return /<g:image_link>(.*)<\/g:image_link>/.exec(item)?.[1];
    };
    const id = await add();
    const jpeg = `${publicUrl}/photos/${id}-800.jpg`;
    await expect.poll(feedPicture).toBe(jpeg);
    const page = await pageOf();
    expect(page).toContain(
      `<meta property="og:image" content="${jpeg}"/><meta property="og:image:width" content="800"/>`,
    );
    expect(page).toContain(`"image":"${jpeg}"`);
    await add({ feed: false, preview: false });
    await expect.poll(feedPicture).toMatch(/\/tires\/summer\/nokian-hakka-blue-3-\w+\.png$/);
    const restricted = await pageOf();
    expect(restricted).toContain(`/photos/${id}-640.webp`);
    expect(restricted).toMatch(/<meta property="og:image" content="[^"]*\/og\/summer\/nokian-hakka-blue-3-/);
    expect(restricted).not.toContain(jpeg);
  });

  test('belongs to all sizes of a model, but not to its studded or run-flat tires', async () => {
    await shop.db.kysely.updateTable('tires').set({ model: 'Serie 01' }).where('model', '=', 'Serie 02').execute();
    await shop.db.kysely
      .updateTable('tires')
      .set({ model: 'Serie 01', studs: 'studded' })
      .where('model', '=', 'Serie 03')
      .execute();
    onTestFinished(async () => {
      for (const model of ['Serie 02', 'Serie 03'])
        await shop.db.kysely
          .updateTable('tires')
          .set({ model, studs: 'none' })
          .where('supplier_sku', '=', model)
          .execute();
    });
    const tireId = await idOf(shop.db.kysely, 'Serie 04');
    await shop.db.kysely
      .updateTable('tires')
      .set({ model: 'Serie 01', runflat: true })
      .where('id', '=', tireId)
      .execute();
    onTestFinished(async () => {
      await shop.db.kysely
        .updateTable('tires')
        .set({ model: 'Serie 04', runflat: false })
        .where('id', '=', tireId)
        .execute();
    });
    const first = await shop.db.kysely
      .selectFrom('tires')
      .select('id')
      .where('supplier_sku', '=', 'Serie 01')
      .executeTakeFirstOrThrow();
    const bytes = await photograph().jpeg().toBuffer();
    const added = await addPhoto(shop.db.kysely, folder, { tireId: first.id, bytes, ...own, ...by });
    expect(added).toMatchObject({ ok: true, tires: 2 });
    const [listed] = await listPhotos(shop.db.kysely, { includeEnded: false });
    await removePhoto(shop.db.kysely, folder, { id: listed?.id ?? 0, ...by });
  });

  test('of the owner is shown before that of the manufacturer, whichever came first', async () => {
    const mine = await add();
    const theirs = await add({ source: 'manufacturer', licence: 'media portal', brightness: 60 });
    expect(theirs).not.toBe(mine);
    await expect.poll(async () => (await photoOf())?.id).toBe(mine);
    const rows = await listPhotos(shop.db.kysely, { includeEnded: false });
    const { id = 0 } = rows.find(({ source }) => source === 'own') ?? {};
    await removePhoto(shop.db.kysely, folder, { id, ...by });
    await expect.poll(async () => (await photoOf())?.id).toBe(theirs);
  });
});

describe('the end of a licence', () => {
  test('brings the drawing back on the next day in Tallinn, and removes the files', async () => {
    const id = await add({ until: '2026-06-20' });
    await expect.poll(async () => (await photoOf())?.id).toBe(id);
    expect(await removeExpiredPhotos(shop.db.kysely, folder, new Date('2026-06-20T20:59:00Z'))).toBe(0);
    expect(await removeExpiredPhotos(shop.db.kysely, folder, new Date('2026-06-20T21:00:00Z'))).toBe(1);
    await expect.poll(photoOf).toBeUndefined();
    expect(await pageOf()).toContain('Drawing, not a photo');
    expect((await shop.get(`/photos/${id}-160.webp`)).status).toBe(404);
    expect((await readdir(folder, { recursive: true })).filter((name) => name.includes(id))).toEqual([]);
  });

  test('keeps the files while another model shows the same photograph', async () => {
    const id = await add({ until: '2026-06-20' });
    expect(await add({ model: 'Primacy 5' })).toBe(id);
    await removeExpiredPhotos(shop.db.kysely, folder, new Date('2026-06-21T09:00:00Z'));
    await expect.poll(photoOf).toBeUndefined();
    expect((await shop.get(`/photos/${id}-160.webp`)).status).toBe(200);
  });

  test('a photograph whose licence is over is refused', async () => {
    await expect(add({ until: '2026-06-14' })).rejects.toThrow('licence-over');
  });
});

test('a photograph keeps its files if it cannot be replaced or removed', async () => {
  const id = await add();
  const filesOfPhoto = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes(id));
  const files = await filesOfPhoto();
  const [row] = await listPhotos(shop.db.kysely, { includeEnded: false });
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'tires are locked'; end $$`.execute(
    shop.db.kysely,
  );
  await sql`create trigger refuse before update on tires execute function refuse()`.execute(shop.db.kysely);
  await expect(add({ brightness: 60 })).rejects.toThrow('tires are locked');
  await expect(removePhoto(shop.db.kysely, folder, { id: row?.id ?? 0, ...by })).rejects.toThrow('tires are locked');
  await sql`drop function refuse cascade`.execute(shop.db.kysely);
  expect(files).toHaveLength(9);
  expect(await filesOfPhoto()).toEqual(files);
});

test('a lost file is replaced by the drawing, not by an error', async () => {
  const id = await add();
  await expect.poll(async () => (await photoOf())?.id).toBe(id);
  await removePhotoFiles(folder, id);
  const drawing = await shop.get(`/photos/${id}-160.webp`);
  expect(drawing).toMatchObject({ status: 302, headers: { 'cache-control': 'no-store' } });
  expect(await shop.get(`${drawing.headers.location}`)).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/svg+xml' },
  });
  expect((await shop.get(`/photos/${id}-800.jpg`)).headers.location).toMatch(/\.png$/);
});

test('files without a row, as an interrupted upload leaves them, are removed', async () => {
  const id = await add();
  await shop.db.kysely.deleteFrom('tire_photos').execute();
  await removeOrphans(shop.db.kysely, folder);
  expect((await readdir(folder, { recursive: true })).filter((name) => name.includes(id))).toEqual([]);
  await rm(folder, { recursive: true });
  await removeOrphans(shop.db.kysely, folder);
});
