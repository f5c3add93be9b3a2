import { expect, test } from 'vitest';
import { csv, tires } from '../../import/price-list.ts';
import { deskOfOrders } from '../../support/desk/desk.ts';
import { actWithStepUp } from '../../support/desk/touch.ts';

const desk = deskOfOrders();

/** Sends a file as a person who is signed in. */
const upload = (person: { session: string } | null, file: string, name = 'list.csv') =>
  desk.send(`/api/price-list?${new URLSearchParams({ name })}`, {
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
    cookies: person ? { '__Host-desk': person.session } : {},
  });

const tireOf = () =>
  desk.shop.db
    .selectFrom('tires')
    .innerJoin('stock', 'stock.tire_id', 'tires.id')
    .select(['tires.price_cents as price', 'stock.on_hand as onHand'])
    .where('tires.model', '=', 'Hakka Black 2')
    .where('stock.place', '=', 'ringtee')
    .executeTakeFirst();

const rows = (price: string, more: Parameters<typeof csv>[0][number] = {}) => [
  { model: 'Hakka Black 2', ...more, price },
  { supplier_sku: 'T2', model: 'Hakka Green 3' },
];

test('the preview names price jumps and the counts that the list would overwrite, and changes nothing', async () => {
  const owner = await desk.enrol('owner', 'mari');
  const first = await upload(owner, csv(rows('79.90')));
  expect(first.body, first.text).toMatchObject({ report: { read: 2, added: 2, failed: 0, dryRun: true } });
  expect(await tireOf()).toBeUndefined();
  const applied = (await actWithStepUp(owner, 'apply-price-list', { upload: first.body.upload })).answer;
  expect(applied.body, applied.text).toMatchObject({ ok: true, report: { added: 2, dryRun: false } });
  expect(await tireOf()).toEqual({ price: 7_990, onHand: 4 });

  desk.clock.now = new Date(desk.clock.now.getTime() + 60_000);
  const next = await upload(owner, csv([...rows('99.90', { stock_ringtee: '7' }), { supplier_sku: 'T3', price: 'x' }]));
  expect(next.body).toMatchObject({
    report: {
      added: 0,
      updated: 1,
      unchanged: 1,
      failed: 1,
      errors: [{ line: 4, column: 'price', fault: { reason: 'not-number' } }],
    },
    jumps: [
      {
        title: 'Nokian Hakka Black 2',
        size: expect.stringMatching(/^\d+\/\d+ R\d+ /),
        before: 7_990,
        after: 9_990,
        percent: 25,
      },
    ],
    overwritten: { total: 1, rows: [{ branch: 'ringtee', before: 4, after: 7 }] },
  });
  expect(await tireOf()).toEqual({ price: 7_990, onHand: 4 });
});

test('the preview of a list that lacks too many tires is refused, and shows what the list changes if it is allowed', async () => {
  const owner = await desk.enrol('owner', 'mari');
  const whole = await upload(owner, csv(tires(12, { model: 'Hakka Black 2' })));
  expect((await actWithStepUp(owner, 'apply-price-list', { upload: whole.body.upload })).answer.status).toBe(200);

  desk.clock.now = new Date(desk.clock.now.getTime() + 60_000);
  const shortened = tires(6, { model: 'Hakka Black 2' });
  const added = { model: 'Hakka Black 2', supplier_sku: 'T13' };
  const changed = { model: 'Hakka Black 2', price: '99.90', stock_ringtee: '7' };
  const short = await upload(owner, csv([changed, ...shortened.slice(1), added]));
  expect(short.body).toMatchObject({
    report: {
      refusal: { reason: 'removes-too-many', suppliers: [{ supplier: 'latakko', removed: 6, listed: 12 }] },
      ...{ read: 7, added: 1, updated: 1, priceChanged: 1, unchanged: 5, removed: 6, dryRun: true, changed: false },
    },
    jumps: [{ before: 7_990, after: 9_990 }],
    overwritten: {
      rows: expect.arrayContaining([expect.objectContaining({ branch: 'ringtee', before: 4, after: 7 })]),
    },
  });
  const { upload: id } = short.body;
  expect((await actWithStepUp(owner, 'apply-price-list', { upload: id })).answer.body).toMatchObject({
    code: 'list-refused',
  });
  const { answer } = await actWithStepUp(owner, 'apply-price-list', { upload: id, force: true });
  expect(answer.body).toMatchObject({ report: { added: 1, updated: 1, removed: 6, refusal: null } });
});

test('a list in which no tire is in stock any more is refused, and can be allowed', async () => {
  const owner = await desk.enrol('owner', 'mari');
  const inStock = await upload(owner, csv(tires(12, { model: 'Hakka Black 2' })));
  expect((await actWithStepUp(owner, 'apply-price-list', { upload: inStock.body.upload })).answer.status).toBe(200);
  const empty = await upload(owner, csv(tires(12, { model: 'Hakka Black 2', stock_supplier: '0' })));
  expect(empty.body).toMatchObject({
    report: {
      refusal: { reason: 'empties-stock', places: [{ place: 'supplier:latakko', emptied: 12, inStock: 12 }] },
      ...{ read: 12, updated: 12, stockChanged: 12, changed: false },
    },
  });
  const { answer } = await actWithStepUp(owner, 'apply-price-list', { upload: empty.body.upload, force: true });
  expect(answer.body).toMatchObject({ report: { stockChanged: 12, refusal: null } });
});

test('the previewed file is applied, but after another import only when confirmed; the last import can be undone', async () => {
  const owner = await desk.enrol('owner', 'mari');
  const [cheap, dear] = [await upload(owner, csv(rows('79.90'))), await upload(owner, csv(rows('99.90')))];
  expect((await actWithStepUp(owner, 'apply-price-list', { upload: cheap.body.upload })).answer.status).toBe(200);
  expect((await tireOf())?.price).toBe(7_990);

  const refused = (await actWithStepUp(owner, 'apply-price-list', { upload: dear.body.upload })).answer;
  expect(refused).toMatchObject({ status: 409, body: { code: 'changed-since' } });
  expect((await tireOf())?.price).toBe(7_990);
  const confirmed = { upload: dear.body.upload, confirmed: true };
  expect((await actWithStepUp(owner, 'apply-price-list', confirmed)).answer.status).toBe(200);
  expect((await tireOf())?.price).toBe(9_990);

  const lists = (await owner.get('/api/price-lists')).body as unknown as { id: number; file: string; actor: string }[];
  expect(lists.map(({ file, actor }) => [file, actor])).toEqual([
    ['list.csv', 'staff:mari'],
    ['list.csv', 'staff:mari'],
  ]);
  expect((await actWithStepUp(owner, 'undo-price-list', { id: lists[0]?.id })).answer.body).toMatchObject({ ok: true });
  expect((await tireOf())?.price).toBe(7_990);
});

test('of two previewed lists that are applied concurrently, one is refused because the catalogue has changed', async () => {
  const owner = await desk.enrol('owner', 'mari');
  const uploads = [await upload(owner, csv(rows('79.90'))), await upload(owner, csv(rows('99.90')))];
  // The session gets a new secret with each step-up, so each list has its own session.
  const people = [await desk.enrol('owner', 'kati'), await desk.enrol('owner', 'piret')];
  const applied = await Promise.all(
    people.map((person, index) => actWithStepUp(person, 'apply-price-list', { upload: uploads[index]?.body.upload })),
  );
  expect(applied.map(({ answer }) => answer.status).toSorted()).toEqual([200, 409]);
});

test('a list without a valid row, an unknown or old upload, and a person who is not an owner change nothing', async () => {
  const owner = await desk.enrol('owner', 'mari');
  const bad = await upload(owner, csv([{ price: 'x' }]));
  expect(bad.body).toMatchObject({ report: { refusal: { reason: 'no-good-row' } }, jumps: [] });
  const refused = (await actWithStepUp(owner, 'apply-price-list', { upload: bad.body.upload })).answer;
  expect(refused).toMatchObject({ status: 409, body: { code: 'list-refused' } });
  expect((await actWithStepUp(owner, 'apply-price-list', { upload: 999 })).answer.status).toBe(404);

  const { upload: id } = (await upload(owner, csv(rows('79.90')))).body;
  expect((await owner.act('apply-price-list', { upload: id })).body).toMatchObject({ code: 'step-up' });
  desk.clock.now = new Date(desk.clock.now.getTime() + 25 * 3_600_000);
  const later = await desk.enrol('owner', 'kati');
  expect((await actWithStepUp(later, 'apply-price-list', { upload: id })).answer.status).toBe(404);

  expect(await upload(await desk.sessionOf('worker'), csv(rows('79.90')))).toMatchObject({ status: 403 });
  expect(await upload(null, csv(rows('79.90')))).toMatchObject({ status: 401 });
  expect(await tireOf()).toBeUndefined();
});

test('takes files of at most 20 MB, and only files', async () => {
  const owner = await desk.enrol('owner', 'mari');
  expect(await upload(owner, 'x'.repeat(20 * 1024 * 1024 + 1))).toMatchObject({
    status: 413,
    body: { code: 'too-large' },
  });
  expect((await upload(owner, csv(rows('79.90')), '')).status).toBe(415);
  expect((await owner.post('/api/price-list?name=list.csv', { list: 'x' })).status).toBe(415);
});
