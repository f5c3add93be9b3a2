import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/connect.server.ts';
import { localeIds } from '../../../src/shop/locale.ts';
import { shopCatalogue } from '../../support/catalogue/shop-catalogue.ts';
import { testDatabase } from '../../support/database/database.ts';
import { temporaryFolder } from '../../support/database/temporary-database.ts';
import { decodeEntities } from '../../support/html.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { pdfPages } from '../../support/pdf-text.ts';
import { sendRequest } from '../../support/server/client.ts';
import { addressOf, runServer } from '../../support/server/server-process.ts';

const cost = 4321.9876;
/** The cost as a text, whatever separators stand in it, or in hundredths. */
const costText = /4[\s.,']?321[.,]?98|432198/;

const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => decodeEntities(loc));

/** The parts of a mail file, decoded. */
function mailText(eml: string): string {
  const pdfs = [...eml.matchAll(/application\/pdf[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/g)];
  const pdfText = pdfs.flatMap(([, base64 = '']) => pdfPages(Buffer.from(base64, 'base64')));
  return [eml.replace(/=\r?\n/g, ''), ...pdfText].join('\n');
}

test('the cost of tires, their recommended price and that of competitors are in no page, API answer, feed, mail or log', async () => {
  const { url, drop } = await testDatabase(shopCatalogue);
  onTestFinished(drop);
  const db = openDatabase(url);
  onTestFinished(db.close);
  await db.kysely.updateTable('tire_sources').set({ cost_net: cost, recommended_cents: 432_198 }).execute();
  await sql`insert into competitor_prices (ean, source, price_cents, day, at, actor)
    select distinct ean, 'rival', 432198, '2026-11-20'::date, now(), 'operator' from tires where ean is not null`.execute(
    db.kysely,
  );
  // As price rules leave them: the cost with what the rules add, and the least price that follows from it.
  await sql`insert into tire_prices (tire_id, rules_id, set_by, landed_net, floor_cents, regular_cents, base_cents, base_day)
    select id, 1, 'own', ${cost}::numeric, 432198, price_cents, price_cents, '2026-11-20' from tires`.execute(
    db.kysely,
  );
  const folder = await temporaryFolder();
  const publicUrl = 'https://shop.example';
  const server = runServer(folder, { DATABASE_URL: url, PUBLIC_URL: publicUrl, LOG_LEVEL: 'trace' });
  onTestFinished(() => server.kill('SIGKILL'));
  const address = await addressOf(server);
  const answers = new Map<string, string>();
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const { status, text } = await sendRequest(address, path, { headers });
    expect(status, path).toBe(200);
    answers.set(path, text);
    return text;
  };

  const sitemaps = locations(await get('/sitemap.xml'));
  const pages = [];
  for (const sitemap of sitemaps) pages.push(...locations(await get(sitemap.replace(publicUrl, ''))));
  expect(pages.length).toBeGreaterThan(100);
  for (const page of pages) await get(page.replace(publicUrl, ''));
  for (const locale of localeIds) await get(`/feeds/google-${locale}.xml`);
  const tires = await db.kysely.selectFrom('tires').select(['id', 'price_cents']).where('on_sale', '=', true).execute();
  for (const { id } of tires) {
    await get(`/api/v1/products?id=${id}`);
    await get(`/api/v1/related?id=${id}`);
  }
  for (const path of ['products', 'products?limit=100', 'manufacturer', 'payment/methods', 'openapi.json'])
    await get(`/api/v1/${path}`);

  const [tire] = tires;
  if (!tire) throw new Error('no tire is on sale');
  // More pieces than the branches have, so that the rest is bought from the supplier.
  const body = form({ items: items([tire.id, 12, tire.price_cents / 100]), paymentMethod: 'pay_at_branch' });
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const placed = await sendRequest(address, '/api/v1/orders', { method: 'POST', headers, body: JSON.stringify(body) });
  expect(placed.status, placed.text).toBe(201);
  answers.set('the placed order', placed.text);
  const { number, token } = placed.json<{ order: { number: string; token: string } }>().order;
  await get(`/api/v1/orders/${number}`, { 'order-token': token });
  const bought = await db.kysely.selectFrom('purchase_lines').select('cost_net').execute();
  expect(bought).toEqual([{ cost_net: cost }]);

  const mailFolder = join(folder, 'mail');
  const mailFiles = async () => (await readdir(mailFolder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  // One mail to the buyer and one to the branch.
  await expect.poll(async () => (await mailFiles()).length, { timeout: 60_000 }).toBe(2);
  const branchPages = [];
  for (const name of await mailFiles()) {
    const text = mailText(await readFile(join(mailFolder, name), 'utf8'));
    answers.set(name, text);
    const link = /\/branch\?[^\s"<>]+/.exec(text)?.[0];
    if (link) branchPages.push(await get(decodeEntities(link.replaceAll('=3D', '='))));
  }
  expect(branchPages).toEqual([expect.stringContaining(number)]);

  server.kill('SIGTERM');
  await server.exited;
  answers.set('log', [...server.stdout, ...server.stderr].join('\n'));
  expect([...answers].filter(([, text]) => costText.test(text)).map(([where]) => where)).toEqual([]);
});
