import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { suppliersFetch } from '../../../src/cli/suppliers/fetch.ts';
import { suppliersList } from '../../../src/cli/suppliers/list.ts';
import { feedJobs } from '../../../src/jobs/catalogue/fetch-suppliers.ts';
import type { SupplierDeclaration } from '../../../src/shop/catalog/supplier/declaration.ts';
import { readSuppliers } from '../../../src/shop/catalog/supplier/read-suppliers.ts';
import { testShopContext } from '../../support/shop-context.ts';
import { listServer } from './list-server.ts';
import { supplierCommands } from './run-command.ts';
import { estonian, supplierShop, tires, twelveTires } from './supplier-shop.ts';

const shop = supplierShop();
const server = listServer();
const secret = 'Ava-uks:k/1+x=y';

const declared = (changes: Partial<SupplierDeclaration> = {}): SupplierDeclaration => ({
  ...estonian,
  from: { url: server.at('/list?format=json'), key: { query: 'key' } },
  format: { kind: 'json', rows: 'items', status: { field: 'status', is: 'ok' } },
  schedule: '10 */6 * * *',
  ...changes,
});

const run = supplierCommands({
  env: () => ({ DATABASE_URL: shop.url(), SUPPLIER_HULGI_KEY: secret }),
  connection: () => server.connection(),
});

const respondWithJson = (document: unknown) =>
  server.respondWith((_, response) => response.end(JSON.stringify(document)));
const goodDocument = { status: 'ok', items: tires() };

test('suppliers fetch: imports, reports invalid rows, refuses a list with an error status; `suppliers list` shows results', async () => {
  expect(await run(suppliersList, [])).toEqual({
    code: 0,
    printed: 'No suppliers: suppliers.config.ts declares none.\n',
  });
  expect((await run(suppliersList, [declared()])).printed).toMatch(
    /hulgi +Rehvihulgi OÜ +feed\.test:\d+ +never tried +2026-11-20 12:10 +owner$/m,
  );
  respondWithJson(goodDocument);
  expect(await run(suppliersFetch, [declared()], ['hulgi'])).toMatchObject({
    code: 0,
    printed: expect.stringContaining('3 rows read: 3 added'),
  });
  respondWithJson({ status: 'ok', items: tires({ hind: 'x' }) });
  const withInvalidPrices = await run(suppliersFetch, [declared()], ['hulgi']);
  expect(withInvalidPrices).toMatchObject({
    code: 3,
    printed: expect.stringContaining('row 1, column price: not a price ("x")'),
  });
  respondWithJson({ status: 'error', items: [] });
  const refused = await run(suppliersFetch, [declared()], ['hulgi'], { json: true });
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.printed)).toMatchObject({
    result: 'refused',
    refusal: { reason: 'status', value: 'error', message: 'its status field (status) is "error"' },
  });
  const { printed } = await run(suppliersList, [declared()]);
  expect(printed).toMatch(
    /refused +2026-11-20 12:00 +3 +1 +2026-11-20 12:10 +owner +its status field \(status\) is "error"$/m,
  );
  const { suppliers } = JSON.parse((await run(suppliersList, [declared()], [], { json: true })).printed);
  expect(suppliers).toMatchObject([
    { id: 'hulgi', result: 'refused', counts: { failed: 1 }, nextAt: '2026-11-20T10:10:00.000Z' },
  ]);
});

test('suppliers list suggests a higher keepBack for a supplier that refuses more than 2 % of at least 20 pieces', async () => {
  respondWithJson(goodDocument);
  await run(suppliersFetch, [declared()], ['hulgi']);
  const tire = await shop.db.selectFrom('tires').select('id').executeTakeFirstOrThrow();
  const at = new Date('2026-11-19T13:30:00Z');
  const purchase = await shop.db
    .insertInto('purchases')
    .values({ number: 'P1', supplier: 'hulgi', branch: 'ringtee', state: 'sent', created_at: at, sent_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const line = { purchase_id: purchase.id, tire_id: tire.id, supplier_sku: 'A', ean: null, cost_net: null };
  const counts = { ordered: 50, refused: 1, owed: 0, confirmed_at: null, expected_on: null, known_import: null };
  await shop.db
    .insertInto('purchase_lines')
    .values({ ...line, ...counts })
    .execute();
  const listed = async () => (await run(suppliersList, [declared()])).printed;
  expect(await listed()).not.toContain('keepBack');
  await shop.db.updateTable('purchase_lines').set({ refused: 2 }).execute();
  expect(await listed()).toContain('hulgi refused 4 % in 30 days: raise stock.keepBack (now 0)');
  await shop.db.updateTable('purchase_lines').set({ ordered: 19 }).execute();
  expect(await listed()).not.toContain('keepBack');
});

test('suppliers fetch: accepts a file and a dry run; refuses an unknown supplier and an invalid declaration', async () => {
  const file = declared({ from: { file: join(shop.folder, 'list') }, schedule: undefined });
  await writeFile(join(shop.folder, 'list'), JSON.stringify(goodDocument));
  expect((await run(suppliersFetch, [file], ['hulgi'], { 'dry-run': true })).printed).toContain(
    'Dry run: nothing has changed.',
  );
  expect((await run(suppliersList, [file])).printed).toMatch(/never tried +by hand +owner$/m);
  const unknown = await run(suppliersFetch, [file], ['none']);
  expect(unknown).toEqual({ code: 1, printed: 'suppliers.config.ts declares no supplier none' });
  await expect(run(suppliersList, [declared({ leadDays: -1 })])).rejects.toThrow('supplier hulgi: leadDays: ');
});

function scheduledFetch(suppliers: SupplierDeclaration[]) {
  const alerts: string[] = [];
  const feeds = {
    db: shop.database,
    suppliers: readSuppliers(suppliers),
    keys: { hulgi: secret },
    folder: shop.folder,
    connection: server.connection(),
  };
  const [job] = feedJobs(feeds);
  const context = {
    shop: testShopContext(shop.db),
    sendMail: async () => {},
    sendNotice: async () => {},
    alert: (line: string) => void alerts.push(line),
  };
  return { alerts, runScheduledFetch: () => job?.run(context) };
}

test('the scheduled job imports silently, and reports a failure in one line without failing', async () => {
  const { alerts, runScheduledFetch } = scheduledFetch([declared()]);
  respondWithJson({ status: 'ok', items: twelveTires() });
  await runScheduledFetch();
  expect(alerts).toEqual([]);
  const before = await shop.rows();
  respondWithJson({ status: 'error' });
  await runScheduledFetch();
  server.respondWith((_, response) => response.writeHead(503).end());
  await runScheduledFetch();
  respondWithJson({ status: 'ok', items: twelveTires().slice(0, 7) });
  await runScheduledFetch();
  expect(alerts).toEqual([
    'supplier hulgi: list refused, nothing has changed: its status field (status) is "error"',
    expect.stringMatching(/^supplier hulgi: list not fetched: feed\.test:\d+ answered 503$/),
    expect.stringMatching(/^supplier hulgi: list refused, nothing has changed: 5 of 12 tires of hulgi/),
  ]);
  expect(await shop.rows()).toEqual(before);
});

test('reports a fault in one line when the database refuses the list', async () => {
  const { alerts, runScheduledFetch } = scheduledFetch([declared()]);
  respondWithJson(goodDocument);
  await sql`alter table price_history rename to price_history_away`.execute(shop.db);
  await runScheduledFetch();
  await sql`alter table price_history_away rename to price_history`.execute(shop.db);
  expect(alerts).toEqual([
    expect.stringMatching(/^supplier hulgi: unexpected error: relation "price_history" does not exist$/),
  ]);
});

test('sends the key, and shows it in no output, alert or table', async () => {
  const { alerts, runScheduledFetch } = scheduledFetch([declared()]);
  const printed: string[] = [];
  const encodedSecrets = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString(),
    Buffer.from(secret).toString('base64'),
  ];
  // Servers that repeat the key in every part of a response.
  for (const echo of encodedSecrets) {
    const handlers: Parameters<typeof server.respondWith>[0][] = [
      (_, response) => response.end(JSON.stringify({ status: `bad key ${echo}` })),
      (_, response) => response.end(JSON.stringify({ ...goodDocument, items: tires({ hind: echo, mudel: echo }) })),
      (_, response) =>
        response.end(JSON.stringify({ ...goodDocument, items: tires({ mudel: `M ${echo}`, rehvimargis: echo }) })),
      (_, response) => response.end(`{"status":"ok",${echo}`),
      (_, response) => response.writeHead(302, { location: `https://other.test/?k=${echo}` }).end(),
      (_, response) =>
        response.writeHead(302, { location: `https://${Buffer.from(echo).toString('hex')}.test:1/${echo}` }).end(),
      (_, response) => response.writeHead(200, { 'content-encoding': echo.replaceAll(/[^\w]/g, '') }).end(),
      (_, response) => response.writeHead(200, { etag: `"${echo}"` }).end(JSON.stringify(goodDocument)),
    ];
    for (const handler of handlers) {
      server.respondWith(handler);
      for (const values of [{}, { json: true }])
        printed.push((await run(suppliersFetch, [declared()], ['hulgi'], { ...values, force: true })).printed);
      await runScheduledFetch();
    }
  }
  printed.push(
    (await run(suppliersList, [declared()])).printed,
    ...alerts,
    ...(await shop.rows({ withFeedStates: true })),
  );
  expect(server.requests[0]?.url).toBe(`/list?format=json&${new URLSearchParams({ key: secret })}`);
  const allOutput = printed.join('\n');
  for (const echo of encodedSecrets) expect(allOutput).not.toContain(echo.replace(/^secret=/, ''));
  expect(allOutput).toContain('bad key …');
});
