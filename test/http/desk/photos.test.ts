import { expect, test } from 'vitest';
import { photograph } from '../../support/catalogue/photographs.ts';
import { deskOfOrders } from '../../support/desk/desk.ts';

const desk = deskOfOrders();
const jpeg = await photograph().jpeg().toBuffer();

/** Uploads a file for the tire of the shop as a person who is signed in. */
const upload = (person: { session: string } | null, body: Buffer, terms: { tire?: string } = {}) =>
  desk.send(`/api/photos?${new URLSearchParams({ tire: 'tire', ...terms })}`, {
    body: new Blob([Uint8Array.from(body)]),
    headers: { 'content-type': 'application/octet-stream' },
    cookies: person ? { '__Host-desk': person.session } : {},
  });

type Photos = { id: number; photo: string; source: string; licence: string; added_by: string }[] | null;
const photosOf = async (person: Pick<Awaited<ReturnType<typeof desk.enrol>>, 'get'>) =>
  (await person.get('/api/tires/tire')).body.photos as Photos;

test('the owner uploads a photograph for all tires of a model, sees it, and removes it', async () => {
  const owner = await desk.enrol('owner', 'mari');
  const uploaded = await upload(owner, jpeg);
  expect(uploaded.body, uploaded.text).toMatchObject({ ok: true, tires: 1, replaced: false });
  const photos = await photosOf(owner);
  expect(photos).toEqual([
    expect.objectContaining({ source: 'own', licence: 'own photograph', added_by: 'staff:mari', until: null }),
  ]);
  const { id = 0, photo = '' } = photos?.[0] ?? {};
  const picture = await owner.get(`/api/photos/${photo}`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await owner.act('remove-photo', { id })).body).toMatchObject({ ok: true });
  expect(await photosOf(owner)).toEqual([]);
  expect((await owner.get(`/api/photos/${photo}`)).status).toBe(404);
  expect(await owner.act('remove-photo', { id })).toMatchObject({ status: 404 });
});

test('refuses files that are no photographs, and unknown tires', async () => {
  const owner = await desk.enrol('owner', 'mari');
  for (const [body, terms, status, code, reason = undefined] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), {}, 409, 'photo-refused', 'not-a-picture'],
    [jpeg.subarray(0, 3_000), {}, 409, 'photo-refused', 'unreadable'],
    [Buffer.concat([jpeg, Buffer.alloc(9 << 20)]), {}, 409, 'photo-refused', 'too-large'],
    [Buffer.alloc(17 << 20), {}, 413, 'too-large'],
    [jpeg, { tire: 'none' }, 404, 'unknown'],
    [jpeg, { tire: '' }, 422, 'invalid'],
  ] as const)
    expect(await upload(owner, body, terms)).toMatchObject({ status, body: { code, ...(reason && { reason }) } });
  expect(await photosOf(owner)).toEqual([]);
});

test('only owners add and remove photographs; the file of others is refused before it is read', async () => {
  const worker = await desk.enrol('worker', 'jaan');
  expect(await upload(worker, jpeg)).toMatchObject({ status: 403, body: { code: 'not-allowed' } });
  expect(await upload(null, jpeg)).toMatchObject({ status: 401 });
  expect(await worker.act('remove-photo', { id: 1 })).toMatchObject({ status: 403 });
  expect(await photosOf(worker)).toBeNull();
});

type Pin = { shows: string; at: string; by: string } | null;
const pinOf = async (person: Pick<Awaited<ReturnType<typeof desk.enrol>>, 'get'>) =>
  (await person.get('/api/tires/tire')).body.picturePin as Pin;

test('an owner pins a model to its photograph or to the drawing, sees who did it, and unpins it', async () => {
  const owner = await desk.enrol('owner', 'mari');
  const pin = (drawing: boolean) => owner.act('pin-picture', { tire: 'tire', drawing });
  await upload(owner, jpeg);
  expect(await pinOf(owner)).toBeNull();
  expect((await pin(false)).body).toMatchObject({ ok: true, shows: 'photograph', tires: 1 });
  const by = { at: desk.clock.now.toISOString(), by: 'staff:mari' };
  expect(await pinOf(owner)).toEqual({ shows: 'photograph', ...by });
  const [photo] = (await photosOf(owner)) ?? [];
  expect((await pin(true)).body).toMatchObject({ ok: true, shows: 'drawing' });
  expect([await pinOf(owner), await photosOf(owner)]).toEqual([{ shows: 'drawing', ...by }, []]);
  expect((await owner.act('unpin-picture', { tire: 'tire' })).body).toMatchObject({ ok: true, tires: 1 });
  expect([await pinOf(owner), await photosOf(owner)]).toEqual([null, [photo]]);
  const logged = desk.shop.db.selectFrom('desk_log').select(['act', 'actor', 'subject', 'outcome']);
  expect(await logged.where('act', 'in', ['pin-picture', 'unpin-picture']).orderBy('id').execute()).toEqual(
    ['pin-picture', 'pin-picture', 'unpin-picture'].map((act) => ({
      ...{ act, actor: 'staff:mari', subject: 'tire tire', outcome: 'done' },
    })),
  );
});

test('a model pinned to a photograph that has ended shows the drawing, and says so', async () => {
  const owner = await desk.enrol('owner', 'mari');
  await upload(owner, jpeg);
  await owner.act('pin-picture', { tire: 'tire', drawing: false });
  const [{ id } = { id: 0 }] = (await photosOf(owner)) ?? [];
  await owner.act('remove-photo', { id });
  expect(await pinOf(owner)).toMatchObject({ shows: 'drawing' });
});

test('refuses pins of unknown tires, unpinning without a pin, and people who are not owners', async () => {
  const owner = await desk.enrol('owner', 'mari');
  for (const [act, tire, status, code] of [
    ['pin-picture', 'none', 404, 'unknown'],
    ['unpin-picture', 'none', 404, 'unknown'],
    ['unpin-picture', 'tire', 409, 'picture-not-pinned'],
    ['pin-picture', '', 422, 'invalid'],
  ] as const)
    expect(await owner.act(act, { tire, drawing: true })).toMatchObject({ status, body: { code } });
  for (const role of ['worker', 'accountant'] as const) {
    const person = await desk.enrol(role, role);
    for (const act of ['pin-picture', 'unpin-picture'] as const)
      expect(await person.act(act, { tire: 'tire', drawing: true })).toMatchObject({ status: 403 });
  }
  expect(await pinOf(owner)).toBeNull();
});
