import { expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { checkLabels } from '../../../src/cli/doctor/labels.ts';
import { loadCatalogue } from '../../../src/shop/catalog/load-catalogue.server.ts';
import { tireReader } from '../../../src/shop/catalog/tire-row.server.ts';
import { catalogueWithEprel, registration } from '../../support/catalogue/eprel.ts';
import { commandRunner } from '../../support/command.ts';

const eprel = catalogueWithEprel();
const { shop } = eprel;

/** A shop that has searched EPREL for a tire with one exact registration (T1), with two (T2), and with other classes (T3). */
async function searched() {
  await shop.importList([
    {},
    { supplier_sku: 'T2', size: '195/65 R15 91V' },
    { supplier_sku: 'T3', size: '225/45 R17 94V' },
    { supplier_sku: 'T4', size: '215/55 R17 94V', studs: 'studded', season: 'winter' },
  ]);
  eprel.fake.register(registration());
  eprel.fake.register(registration({ id: 2, size: '195/65R15' }));
  eprel.fake.register(registration({ id: 3, size: '195/65R15' }));
  eprel.fake.register(registration({ id: 4, size: '225/45R17', load: '94', fuel: 'E' }));
  const { paths } = await eprel.run();
  const run = commandRunner({ url: shop.url() });
  const command = (...args: string[]) => run(['eprel', ...args]);
  const idOf = async (sku: string) => (await shop.tire(sku)).id;
  return { paths, command, idOf };
}

const officialOf = async (sku: string) => (await eprel.labels())[sku]?.eprelId;

test('searches for tires without a number, proposes the only exact registration, and leaves the others to a person', async () => {
  const { paths, command, idOf } = await searched();
  expect(paths).toHaveLength(3);
  expect(paths).toContain(
    '/api/products/tyres?supplierOrTrademark=Nokian&sizeDesignation=205%2F55R16&_page=1&_limit=100',
  );
  const says = 'NOKIAN HAKKA BLUE 3';
  expect(JSON.parse((await command('pending', '--json')).out)).toEqual({
    registrations: expect.arrayContaining([
      { tire: await idOf('T1'), number: 381_667, state: 'proposed', says: `${says}, 205/55 R16 91V: C A 67 dB A` },
      { tire: await idOf('T2'), number: 2, state: 'pending', says: `${says}, 195/65 R15 91V: C A 67 dB A` },
      { tire: await idOf('T2'), number: 3, state: 'pending', says: `${says}, 195/65 R15 91V: C A 67 dB A` },
      { tire: await idOf('T3'), number: 4, state: 'pending', says: `${says}, 225/45 R17 94V: E A 67 dB A` },
    ]),
  });
  expect(await officialOf('T1')).toBeNull();
  expect((await eprel.run()).paths).toEqual([]);
});

test.each(['225/45 ZR17 (94Y)', '225/45 RF17 94Y'])(
  'searches for a tire of size %s as EPREL writes it',
  async (size) => {
    await shop.importList([{ size }]);
    eprel.fake.register(registration({ size: '225/45R17', load: '94', speed: 'Y' }));
    const { paths } = await eprel.run();
    expect(paths).toEqual([expect.stringContaining('&sizeDesignation=225%2F45R17&')]);
    const found = shop.db.selectFrom('eprel_matches').select(['eprel_id', 'state']);
    expect(await found.execute()).toEqual([{ eprel_id: 381_667, state: 'proposed' }]);
  },
);

test('eprel confirm gives a tire a registration, and eprel reject takes it away for good', async () => {
  const { command, idOf } = await searched();
  expect(await command('confirm', '--proposed')).toMatchObject({ code: 0, out: 'Confirmed: 1 registration.\n' });
  expect(await command('confirm', await idOf('T2'), '3')).toMatchObject({ code: 0 });
  expect((await eprel.run()).products).toBe(2);
  expect([await officialOf('T1'), await officialOf('T2'), await officialOf('T3')]).toEqual([381_667, 3, null]);
  expect((await eprel.labels()).T2?.official?.label).toMatch(/png$/);
  expect((await command('pending')).out).not.toContain(await idOf('T2'));
  const list = (await command('list')).out;
  expect(list).toContain('Tires on sale with a registration: 2, of which 2 have the official label.');

  expect(await command('reject', await idOf('T2'), '3')).toMatchObject({ code: 0 });
  expect(await officialOf('T2')).toBeNull();
  eprel.wait({ hours: 31 * 24 });
  await eprel.run();
  const { registrations } = JSON.parse((await command('pending', '--json')).out);
  const numbers = registrations.map(({ number }: { number: number }) => number);
  expect(numbers).not.toContain(3);
});

test('eprel confirm --proposed leaves a registration that is rejected while it runs', async () => {
  const { command, idOf } = await searched();
  const id = await idOf('T1');
  const rejecting = await shop.pool.connect();
  await rejecting.query('begin');
  await rejecting.query('select from tires where id = $1 for update', [id]);
  const confirmed = command('confirm', '--proposed');
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await shop.pool.query(waiting)).rowCount).toBe(1);
  await rejecting.query(`update eprel_matches set state = 'rejected' where tire_id = $1`, [id]);
  await rejecting.query('commit');
  rejecting.release();
  expect(await confirmed).toMatchObject({ code: 0, out: 'Confirmed: 0 registrations.\n' });
  const states = shop.db.selectFrom('eprel_matches').select('state').where('tire_id', '=', id);
  expect(await states.execute()).toEqual([{ state: 'rejected' }]);
});

test('a confirmed registration comes before the number of the price list, and a rejected number of a list is not used', async () => {
  await shop.importList([{ eprel_id: '5' }]);
  const run = commandRunner({ url: shop.url() });
  const { id } = await shop.tire('T1');
  expect(await officialOf('T1')).toBe(5);
  await run(['eprel', 'reject', id, '5']);
  expect(await officialOf('T1')).toBeNull();
  await run(['eprel', 'confirm', id, '381667']);
  expect(await officialOf('T1')).toBe(381_667);
});

test('a search that began before a person confirmed a registration proposes no other one', async () => {
  await shop.importList([{}]);
  eprel.fake.register(registration());
  const { id } = await shop.tire('T1');
  await eprel.run({ beforeCall: () => commandRunner({ url: shop.url() })(['eprel', 'confirm', id, '5']) });
  const matches = shop.db.selectFrom('eprel_matches').select(['eprel_id', 'state']);
  expect(await matches.execute()).toEqual([{ eprel_id: 5, state: 'confirmed' }]);
});

test('asks first for what a person confirmed last', async () => {
  await shop.importList([
    { eprel_id: '5' },
    { supplier_sku: 'T2', size: '195/65 R15 91V' },
    { supplier_sku: 'T3', size: '225/45 R17 94V' },
  ]);
  const run = commandRunner({ url: shop.url() });
  const confirm = async (sku: string, number: string, at: Date) =>
    run(['eprel', 'confirm', (await shop.tire(sku)).id, number], undefined, { now: () => at });
  await confirm('T2', '8', eprel.now());
  await confirm('T3', '9', new Date(eprel.now().getTime() + 1));
  const { paths } = await eprel.run();
  expect(paths).toEqual([9, 8, 5].map((number) => `/api/products/tyres/${number}`));
});

test('a search that EPREL refuses does not stop the registrations by number', async () => {
  await shop.importList([{ eprel_id: '381667' }, { supplier_sku: 'T2', size: '195/65 R15 91V' }]);
  await eprel.fake.close();
  const keyed = await eprel.restart({ key: 'key-of-the-shop' });
  keyed.register(registration());
  expect(await eprel.run()).toMatchObject({ products: 1, searches: 1, changed: 1 });
  eprel.wait({ minutes: 29 });
  expect((await eprel.run()).paths).toEqual([]);
  const { out } = await commandRunner({ url: shop.url() })(['eprel', 'list'], undefined, { now: eprel.now });
  expect(out).toContain('EPREL answered 403, so the shop requests no search before');
  eprel.wait({ minutes: 31 });
  expect(await eprel.run({ key: 'key-of-the-shop' })).toMatchObject({ searches: 1 });
  expect(keyed.requests.at(-1)?.path).toContain('sizeDesignation');
});

test('a search that failed is repeated after an hour', async () => {
  await shop.importList([{}, { supplier_sku: 'T2', size: '195/65 R15 91V' }]);
  eprel.fake.register(registration());
  eprel.fake.plan(381_667, 'html');
  expect((await eprel.run()).paths).toHaveLength(2);
  eprel.wait({ minutes: 59 });
  expect((await eprel.run()).paths).toEqual([]);
  eprel.fake.plan(381_667, null);
  eprel.wait({ minutes: 1 });
  expect((await eprel.run()).paths).toEqual([expect.stringContaining('205%2F55R16')]);
  expect(await shop.db.selectFrom('eprel_matches').select('eprel_id').execute()).toEqual([{ eprel_id: 381_667 }]);
});

test('a search with more registrations than the shop reads proposes none, and is not repeated the next day', async () => {
  await shop.importList([{}]);
  for (let id = 1; id <= 501; id++) eprel.fake.register(registration({ id }));
  expect((await eprel.run()).paths).toHaveLength(5);
  eprel.wait({ hours: 24 });
  expect((await eprel.run()).paths).toEqual([]);
  expect(await shop.db.selectFrom('eprel_matches').selectAll().execute()).toEqual([]);
});

test('eprel differences lists what the list says and what is shown', async () => {
  await shop.importList([
    { eprel_id: '381667', fuel: 'B' },
    { supplier_sku: 'T2', size: '195/65 R15 91V', eprel_id: '381668' },
  ]);
  eprel.fake.register(registration());
  eprel.fake.register(registration({ id: 381_668 }));
  await eprel.run();
  const run = commandRunner({ url: shop.url() });
  const { out } = await run(['eprel', 'differences']);
  expect(out).toMatch(/ 381667 +fuel +B +C$/m);
  expect(out).toMatch(/: 381668 is the number of another tire: NOKIAN HAKKA BLUE 3 205\/55 R16/);
  expect(await run(['eprel', 'fetch', '381667'])).toMatchObject({ code: 0 });
  expect((await eprel.run()).paths).toHaveLength(4);
  expect(await run(['eprel', 'fetch', '9'])).toMatchObject({ code: 1 });
});

test('doctor counts tires without a whole label and those that are hidden, and warns of registrations that need a person', async () => {
  await shop.importList([{ wet: '' }, { supplier_sku: 'T2', size: '195/65 R15 91V', eprel_id: '7' }]);
  eprel.fake.register(registration({ id: 7, size: '195/65R15' }));
  const checks = () => checkLabels(shop.database, shopConfig, eprel.now());
  const message = '1 tire on sale without all values of the label: shown with a note';
  expect(await checks()).toEqual([{ name: 'EU labels', outcome: 'ok', message }]);
  eprel.fake.register(registration());
  await eprel.run();
  eprel.fake.plan(7, 'deleted');
  eprel.wait({ hours: 24 });
  await eprel.run();
  const troubles = '1 tire whose registration is withdrawn; 1 registration to confirm or reject';
  expect((await checks())[1]).toMatchObject({ name: 'EPREL', outcome: 'warn', message: troubles });
  const hidden = await checkLabels(shop.database, { ...shopConfig, labels: { incomplete: 'hide' } }, eprel.now());
  expect(hidden[0]).toMatchObject({
    outcome: 'ok',
    message: expect.stringMatching(/: 1 hidden \(labels\.incomplete in shop\.config\.ts\)$/),
  });
});

test.each([
  ['confirm'],
  ['confirm', 'tire'],
  ['confirm', 'tire', 'x'],
  ['confirm', 'tire', '2147483648'],
  ['reject', 'tire'],
  ['fetch'],
])('eprel %s with wrong arguments changes nothing', async (...args) => {
  expect(await commandRunner({ url: shop.url() })(['eprel', ...args])).toMatchObject({ code: 2 });
});

test('eprel confirm and reject refuse a tire that there is not', async () => {
  const run = commandRunner({ url: shop.url() });
  for (const verb of ['confirm', 'reject'])
    expect(await run(['eprel', verb, 'no-such-tire', '5'])).toMatchObject({ code: 1 });
  expect((await loadCatalogue(shop.database, tireReader([]))).tires).toEqual([]);
});
