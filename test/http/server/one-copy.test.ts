import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Io } from '../../../src/cli/command.ts';
import type { ProductList } from '../../../src/shop/catalog/list/product-query.ts';
import { csv, streamOf } from '../../import/price-list.ts';
import { builtServer } from '../../support/server/server-process.ts';
import { builtModule, wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

const chunks = readdirSync(builtServer, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ file, code: readFileSync(join(builtServer, file), 'utf8') }));

describe('the built server', () => {
  // A second copy of a module would have its own router context, cache or lookup table. Each pattern is code that only this module has.
  test.each([
    ['src/shop/catalog/catalogue.server.ts', /runToEnd\(buildContent\(tires\.toSorted/],
    ['src/web/document/document-content.server.ts', /\bdocumentContext = createContext\(/],
    ['src/shop/money.ts', /Math\.round\(\(?grossCents/],
    ['src/shop/catalog/tire/size.ts', /REINFORCED\|REINF\|SL/],
  ])('contains %s once', (_module, marker) => {
    expect(chunks.filter(({ code }) => marker.test(code)).map(({ file }) => file)).toHaveLength(1);
  });
});

test('the running shop shows the tires of a price list that a command imported, on its pages and in its API', async () => {
  const text: string[] = [];
  const output = new Writable({ write: (chunk, _encoding, done) => done(void text.push(`${chunk}`)) });
  const io: Io = {
    stdin: streamOf(
      csv([{ supplier: 'other', supplier_sku: 'new', model: 'Fresh', price: '33.30', size: '155/70 R13 75T' }]),
    ),
    stdout: output,
    stderr: output,
    env: { DATABASE_URL: shop.databaseUrl },
    isTTY: false,
    now: () => new Date(),
  };
  const { runCommand } = await builtModule<typeof import('../../../src/cli/main.ts')>('main.js');
  expect(await runCommand(['import', '-'], io), text.join('')).toBe(0);

  const listedTires = async () => (await shop.get('/api/v1/products?diameter=13')).json<ProductList>();
  await expect.poll(async () => (await listedTires()).total, { timeout: 20_000, interval: 50 }).toBe(1);
  const { items } = await listedTires();
  expect(items).toMatchObject([{ model: 'Fresh', price: 33.3 }]);
  const page = await shop.get(`/en/product?id=${items[0]?.id}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Fresh');
});
