import { readFile, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { tallinnDate } from '../../../src/shop/tallinn-date.ts';
import { csv, tires } from '../../import/price-list.ts';
import { commandRunner, interactiveRunner } from '../../support/command.ts';
import { temporaryFile } from '../../support/database/backups.ts';
import { ordersDatabase } from '../../support/orders/orders-shop.ts';
import { fridayNoon } from '../../support/shop-context.ts';

const database = ordersDatabase();
let minutes = 0;
/** Each command runs a minute after the one before. */
const run: ReturnType<typeof commandRunner> = (args, answer, io) => {
  const now = new Date(fridayNoon.getTime() + minutes++ * 60_000);
  return commandRunner(database)(args, answer, { now: () => now, ...io });
};
const prices = (...args: string[]) => run(['prices', ...args]);

const rules = {
  cost: [{ name: 'freight', when: { supplier: 'latakko' }, add: 1.5 }],
  markup: [
    { name: 'vans', when: { vehicle: 'van' }, percent: 9 },
    { name: 'rest', percent: 18, plus: 2 },
    { name: 'covered', percent: 20 },
  ],
  floor: [{ name: 'least margin', margin: 6 }],
  round: { endings: ['.90'] },
  guard: { biggestChange: 50 },
};

async function rulesFile(content: object = rules): Promise<string> {
  const file = await temporaryFile('prices.mjs');
  await writeFile(file, `export default ${JSON.stringify(content)};`);
  return file;
}

/** Imports tires T1, T2, … that cost these euros. Returns the id of T1. */
async function importCosts(...costs: (number | '')[]) {
  const [head, ...rows] = csv(tires(costs.length), ';').trimEnd().split('\n');
  const list = [`${head};cost_net`, ...rows.map((row, index) => `${row};${costs[index]}`)].join('\n');
  expect(await run(['import', '-'], undefined, { stdin: Readable.from([Buffer.from(list)]) })).toMatchObject({
    code: 0,
  });
  const { id } = await database.db.kysely
    .selectFrom('tires')
    .select('id')
    .where('supplier_sku', '=', 'T1')
    .executeTakeFirstOrThrow();
  return id;
}

async function applied(file: string) {
  const { hash } = JSON.parse((await prices('preview', '--rules', file, '--json')).out);
  return prices('apply', hash, '--rules', file);
}

test('preview, apply, why, undo: the worked example costs 107.90, with a reason for each step', async () => {
  const id = await importCosts(70, 72, '');
  const file = await rulesFile();
  const preview = await prices('preview', '--rules', file);
  expect(preview).toMatchObject({ code: 0, err: '' });
  expect(preview.out).toContain(': 2 up, 0 down, 1 unchanged.\n');
  expect(preview.out).toMatch(new RegExp(`^${id} +€79\\.90 +€107\\.90 +35 +71\\.50 +18$`, 'm'));
  expect(preview.out).toContain('Without a known cost, so at the price of the list: 1 tire.\n');
  expect(preview.out).toContain('Never reached, because a rule above covers them: markup: covered\n');
  expect(preview.out).toContain('Match no tire: markup: vans\n');
  const [, hash = ''] = /prices apply ([0-9a-f]{12})$/m.exec(preview.out) ?? [];
  expect((await prices('apply', hash, '--rules', file)).out).toMatch(
    /^Rules \d+ \(.*\) are applied: 2 new prices\.\n$/,
  );

  const why = await prices('why', id);
  expect(why.out).toMatch(
    /: €107\.90\nRules \d+ \(.*prices\.mjs\), applied .* by operator\.\n\nSet by latakko T1, 24 pieces:\n/,
  );
  expect(why.out.split('\n').slice(4)).toEqual([
    '  step         rule     before    after',
    '  landed cost  freight  70.00     71.50',
    '  markup       rest     71.50     86.37',
    '  VAT          24 %     86.37     107.0988',
    '  rounding              107.0988  107.90',
    '',
  ]);
  expect(JSON.parse((await prices('why', id, '--json')).out)).toMatchObject({
    price: 107.9,
    leading: { supplier: 'latakko', sku: 'T1', price: 107.9 },
    steps: [{ stage: 'cost', rule: 'freight', before: 70, after: 71.5 }, {}, {}, { stage: 'round', after: 107.9 }],
  });
  expect((await prices('show', id)).out).toMatch(/€107\.90 +prices apply +operator +.*prices\.mjs$/m);

  expect(await prices('undo')).toMatchObject({ code: 2 });
  expect((await prices('undo', '--yes')).out).toMatch(/^Rules \d+ are taken back: 2 new prices\.\n$/);
  expect((await prices('why', id)).out).toBe(
    `${id}: €79.90\nNo price rules are applied: the price is that of the lists. \`prices show\` lists them.\n`,
  );
  expect(await prices('undo', '--yes')).toMatchObject({ code: 1, err: 'prices undo: no rules are applied\n' });
});

test('why says which of several sources sets the price, and why', async () => {
  const importPieces = async (latakko: string, beta: string, stock_ringtee: string) => {
    const row = { ean: '6419440382319', stock_ringtee, stock_annelinn: '0' };
    const [head, ...rows] = csv([
      { ...row, stock_supplier: latakko },
      { ...row, supplier: 'beta', supplier_sku: 'B1', stock_supplier: beta },
    ])
      .trimEnd()
      .split('\n');
    const list = [`${head},cost_net`, `${rows[0]},70`, `${rows[1]},75`].join('\n');
    await run(['import', '-'], undefined, { stdin: Readable.from([Buffer.from(list)]) });
  };
  await importPieces('20', '20', '0');
  const { id } = await database.db.kysely
    .selectFrom('tires')
    .select('id')
    .where('on_sale', '=', true)
    .executeTakeFirstOrThrow();
  await applied(await rulesFile({ ...rules, own: [{ name: 'own', percent: 30 }] }));
  const why = async () => (await prices('why', id)).out.split('\n').filter((line) => / pieces\b/.test(line));
  expect(await why()).toEqual([
    'Set by latakko T1, 20 pieces, the cheapest that can deliver four:',
    'beta B1, 20 pieces, would be €112.90:',
  ]);
  await importPieces('3', '2', '0');
  expect((await why())[0]).toBe('Set by latakko T1, 3 pieces, the cheapest of those in stock, as no source has four:');
  await importPieces('20', '20', '4');
  expect((await why())[0]).toBe('Set by own stock, 4 pieces, because own stock of at least four is used first:');
});

test('why equals the price of every tire, also of pinned and held ones', async () => {
  const id = await importCosts(70, 40, 55.1234, '', 99.5, 12);
  const file = await rulesFile({ ...rules, guard: { biggestChange: 20 } });
  expect(await applied(file)).toMatchObject({ code: 0 });
  await prices('pin', id, '99', '--reason', 'offer');
  const sold = await database.db.kysely
    .selectFrom('tires')
    .select(['id', 'price_cents'])
    .where('on_sale', '=', true)
    .execute();
  let held = 0;
  for (const tire of sold) {
    const { price, steps, ...why } = JSON.parse((await prices('why', tire.id, '--json')).out);
    expect(price).toBe(tire.price_cents / 100);
    if (steps.length > 0) expect(steps.at(-1).after).toBe(price);
    if (why.held !== null) held += 1;
  }
  expect(held).toBeGreaterThan(0);
});

test('preview --out writes every changed price for a spreadsheet, and the same hash', async () => {
  await importCosts(...Array.from({ length: 12 }, (_, index) => 60 + index), '');
  const file = await rulesFile();
  const shown = await prices('preview', '--rules', file);
  const out = await temporaryFile('moves.csv');
  expect(await prices('preview', '--rules', file, '--out', out)).toEqual(shown);
  const [head, ...rows] = (await readFile(out, 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe('\ufefftire;title;size;before;after;percent;cost;margin_percent');
  expect(rows).toHaveLength(12);
  expect(rows[0]).toMatch(/^nokian-[\w-]+;Nokian Hakka Blue 3;205\/55 R16 91V;"79,90";"108,90";36;"72,5";17$/);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
});

test('apply refuses the hash of another preview and changes nothing', async () => {
  const id = await importCosts(70);
  const file = await rulesFile();
  const { hash } = JSON.parse((await prices('preview', '--rules', file, '--json')).out);
  await importCosts(71);
  const refused = await prices('apply', hash, '--rules', file, '--json');
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.out)).toMatchObject({ ok: false, reason: 'other-preview' });
  expect((await prices('why', id)).out).toContain('€79.90');
});

test('the guard holds a price back; a person can let it pass', async () => {
  const id = await importCosts(70);
  const file = await rulesFile();
  await applied(file);
  await importCosts(7);
  expect((await prices('why', id)).out).toMatch(
    /: €107\.90\n[\s\S]*The guard holds back the price that the rules give: €18\.90\.\n$/,
  );
  const past = await prices('preview', '--rules', file, '--past-guard');
  const [, hash = ''] = /prices apply (\S+) --past-guard$/m.exec(past.out) ?? [];
  expect(await prices('apply', hash, '--rules', file)).toMatchObject({ code: 1 });
  expect(await prices('apply', hash, '--rules', file, '--past-guard')).toMatchObject({ code: 0 });
  expect((await prices('why', id)).out).toContain(`${id}: €18.90\n`);
});

test('a pinned price goes below the floor only with --below-floor', async () => {
  const id = await importCosts(70);
  await applied(await rulesFile());
  expect((await prices('pin', id, '80', '--reason', 'last set')).out).toContain('€96.10 now');
  expect((await prices('pin', id, '80', '--reason', 'last set', '--below-floor')).out).toContain('€80.00 now');
});

test('without a file, preview and apply return to the prices of the lists', async () => {
  const id = await importCosts(70);
  await applied(await rulesFile());
  const preview = await prices('preview');
  expect(preview.out).toMatch(/^Rules of no file: 0 up, 1 down/);
  const [, hash = ''] = /prices apply (\S+)$/m.exec(preview.out) ?? [];
  expect(await prices('apply', hash)).toMatchObject({ code: 0 });
  expect((await prices('why', id)).out).toContain('No price rules are applied');
});

test('undo asks first', async () => {
  await importCosts(70);
  await applied(await rulesFile());
  const undoing = interactiveRunner(run)(['prices', 'undo']);
  await undoing.question;
  expect(await undoing.answer('n')).toMatchObject({ code: 1, err: expect.stringContaining('1 new price? [y/N]') });
  expect(await database.db.kysely.selectFrom('tire_prices').select('tire_id').execute()).toHaveLength(1);
});

test('wrong rules and unknown manufacturers are refused with a message', async () => {
  await importCosts(70);
  const wrong = await prices('preview', '--rules', await rulesFile({ markup: [{ name: 'a' }] }));
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('markup.0.percent: must be a percentage') });
  const unknown = { markup: [{ name: 'a', when: { maker: 'nokain' }, percent: 5 }] };
  const err = 'prices preview: the rules name manufacturers that the shop does not know: nokain\n';
  expect(await prices('preview', '--rules', await rulesFile(unknown))).toMatchObject({ code: 1, err });
});

test('prices competitors: a dry run changes nothing, and why names source and day of the price that is a ceiling', async () => {
  const id = await importCosts(70);
  const ean = '6419440382319';
  await database.db.kysely.updateTable('tires').set({ ean }).execute();
  await database.db.kysely.updateTable('tire_sources').set({ ean }).execute();
  const ceiling = [{ name: 'rivals', to: 'competitor', minus: 0.1, maxAgeDays: 365 }];
  await applied(await rulesFile({ ...rules, ceiling }));
  const file = await temporaryFile('rivals.csv');
  const seen = tallinnDate(fridayNoon);
  await writeFile(file, `ean;price;date;source\n${ean};102;${seen};rehv24\n${ean};x;${seen};other\n`);
  const outcome =
    "line 3: price is not a price\n1 competitor price, for 1 tire on sale; 1 of the shop's own prices changed.\n";
  expect(await prices('competitors', file, '--dry-run')).toEqual({
    code: 3,
    out: `${outcome}Dry run: nothing has changed.\n`,
    err: '',
  });
  expect((await prices('why', id)).out).toContain(': €107.90\n');
  expect(await prices('competitors', file)).toMatchObject({ code: 3, out: outcome });
  const why = await prices('why', id);
  expect(why.out).toContain(': €101.90\n');
  expect(why.out).toMatch(new RegExp(`^ {2}ceiling +rivals: rehv24, ${seen}, €102\\.00 +86\\.37 +82\\.1774$`, 'm'));
  expect(JSON.parse((await prices('why', id, '--json')).out).steps).toContainEqual(
    expect.objectContaining({ stage: 'ceiling', competitor: { source: 'rehv24', day: seen, price: 102 } }),
  );
});
