import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';

const shop = shopOfOrders();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rehvipood-export-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Row = Record<string, string>;
const parseCsv = (csv: string): Row[] =>
  parse(csv, { delimiter: ';', bom: true, columns: true, record_delimiter: '\r\n' });
const env = () => ({ DATABASE_URL: shop.database.url, INIT_CWD: folder });

test('orders export: writes one row for each order line, oldest first, in the format of Estonian spreadsheets', async () => {
  const first = await shop.order({ note: 'Üks; kaks "kolm"' });
  const second = await shop.order({ paymentMethod: 'bank_transfer' });
  const { code, out, err } = await shop.run(['orders', 'export']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.startsWith('\u{feff}number;placed;status;')).toBe(true);
  expect(out.endsWith('\r\n')).toBe(true);
  expect(parseCsv(out)).toMatchObject([
    {
      number: first,
      placed: '2026-11-20 12:00',
      phone: "'+372 5123 4567",
      note: 'Üks; kaks "kolm"',
      count: '4',
      price: '79,90',
      line_total: '319,60',
      order_total: '319,60',
      order_paid: '0,00',
    },
    { number: second, status: 'awaiting_payment', payment_method: 'bank_transfer' },
  ]);
});

test('orders export: --since and --until limit the days', async () => {
  const [old, recent] = [await shop.order(), await shop.order()];
  await shop.db.updateTable('orders').set({ placed_at: '2026-11-01T10:00:00Z' }).where('number', '=', old).execute();
  const numbers = async (...args: string[]) =>
    parseCsv((await shop.run(['orders', 'export', ...args])).out).map((row) => row.number);
  expect(await numbers('--since', '2026-11-02')).toEqual([recent]);
  expect(await numbers('--until', '2026-11-01')).toEqual([old]);
});

test('orders export: no cell begins like a formula, whatever the buyer entered', async () => {
  const number = await shop.order();
  const hostile = fc.tuple(fc.constantFrom('=', '+', '-', '@', '\t=', ' =', '＝', '－', '"=', ';='), fc.string());
  // PostgreSQL cannot store NUL.
  const text = hostile.map((parts) => parts.join('').replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(text, text, text, async (name, note, title) => {
      await shop.db.updateTable('orders').set({ name, note, plate: name }).where('number', '=', number).execute();
      await shop.db.updateTable('order_lines').set({ title }).execute();
      const [row] = parseCsv((await shop.run(['orders', 'export'])).out);
      for (const cell of Object.values(row ?? {})) expect(cell).not.toMatch(/^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]/u);
      expect([row?.name, row?.note, row?.title].map((cell) => cell?.replace(/^'/, ''))).toEqual([name, note, title]);
    }),
    { numRuns: 30 },
  );
});

test('orders export --out: writes a file readable by its owner only; a failure leaves no new file', async () => {
  await shop.order();
  const result = await shop.run(['orders', 'export', '--out', 'orders.csv'], undefined, { env: env() });
  expect(result).toEqual({ code: 0, out: '1 line written to orders.csv.\n', err: '' });
  const file = join(folder, 'orders.csv');
  expect(parseCsv(await readFile(file, 'utf8'))).toHaveLength(1);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0);
  await writeFile(file, 'before');
  const stop = new AbortController();
  stop.abort();
  const stopped = await shop.run(['orders', 'export', '--out', 'orders.csv'], undefined, {
    env: env(),
    signal: stop.signal,
  });
  expect(stopped).toMatchObject({ code: 130, out: '' });
  expect(await readFile(file, 'utf8')).toBe('before');
  expect(await readdir(folder)).toEqual(['orders.csv']);
  const nowhere = await shop.run(['orders', 'export', '--out', 'none/orders.csv'], undefined, { env: env() });
  expect(nowhere).toMatchObject({ code: 1, out: '', err: expect.stringContaining('ENOENT') });
});

test('orders export: waits for a slow reader; a closed pipe is not an error', async () => {
  await shop.order();
  let writes = 0;
  const stdout = new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      writes += 1;
      // The reader ends after the first chunk.
      done(writes === 2 ? Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) : null);
    },
  });
  expect(await shop.run(['orders', 'export'], undefined, { stdout })).toMatchObject({ code: 0, err: '' });
  expect(writes).toBe(2);
});
