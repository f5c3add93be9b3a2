import { beforeEach, describe, expect, test } from 'vitest';
import shop from '../../../shop.config.ts';
import { sendMail } from '../../../src/jobs/send-mail.ts';
import type { Mail } from '../../../src/mail/mail.ts';
import { mailboxOf } from '../../../src/shop/checkout/place/order-attempt.server.ts';
import { rowsOutsideCatalogue, seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { pdfPages } from '../../support/pdf-text.ts';
import { runJobs, testShopContext } from '../../support/shop-context.ts';

const here = ordersDatabase();

beforeEach(() => seedTires(here.db.kysely, [{ id: 'tire', stock: { ringtee: 100 } }]));

const stranger = { name: 'Mari Maasikas', email: 'victim@example.com', phone: '5123 4567' };
const one = (changes: object) => form({ items: items(['tire', 1]), ...changes });

/** Sends all queued mail. */
async function sentMails(): Promise<Mail[]> {
  const context = testShopContext(here.db.kysely);
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {}, describes: '' };
  const pages = {
    order: () => 'https://shop.example/success',
    withdrawal: () => 'https://shop.example/withdrawal',
    branch: async () => 'https://shop.example/branch',
  };
  const { failed } = await runJobs(context, (id) => sendMail({ shop: context, shopConfig: shop, mailer, pages }, id));
  expect(failed).toEqual([]);
  return sent;
}

test('sends mail about nine of 50 orders to variants of one address, each cancelled at once', async () => {
  const app = await ordersApp(here.db.kysely);
  const answers: number[] = [];
  for (let n = 0; n < 50; n += 1) {
    const customer = { ...stranger, email: `victim+m${n}@example.com` };
    const { statusCode, json } = await place(app, one({ customer }));
    answers.push(statusCode);
    if (statusCode !== 201) continue;
    const { number, token } = json().order;
    const headers = { 'order-token': token };
    await app.inject({ method: 'POST', url: `/v1/orders/${number}/cancel`, headers, payload: {} });
  }
  const limit = shop.limits.unpaidOrdersPerEmailPerDay;
  expect(answers).toEqual([...Array(limit).fill(201), ...Array(50 - limit).fill(429)]);
  const toVictim = (await sentMails()).filter(({ to }) => mailboxOf(to) === 'victim@example.com');
  // Mail about the order and its cancellation.
  expect(toVictim).toHaveLength(2 * limit);
});

const tricks = {
  ee: 'võitsite 500 EUR, küsige https://evil.example/win',
  en: 'you won 500 EUR, claim at https://evil.example/win now',
  ru: 'вы выиграли 500 EUR, заберите: https://evil.example/win',
};

describe.each(Object.entries(tricks))(
  'a stranger’s address and, in %s, an advertisement as the name',
  (locale, trick) => {
    test('refuses order and declaration: stores and sends nothing', async () => {
      const app = await ordersApp(here.db.kysely);
      const ordered = await place(app, one({ locale, customer: { ...stranger, name: trick } }));
      expect(ordered.json()).toMatchObject({ status: 400, errors: [{ path: 'customer.name', code: 'link' }] });
      const company = { name: trick, regCode: '12345678', vatNumber: '' };
      const bought = await place(app, one({ locale, customer: stranger, company }));
      expect(bought.json()).toMatchObject({ status: 400, errors: [{ path: 'company.name', code: 'link' }] });
      const hiding = await place(app, one({ locale, customer: { ...stranger, name: `Mari\u202e${trick}` } }));
      expect(hiding.json()).toMatchObject({ status: 400, errors: [{ path: 'customer.name', code: 'hidden' }] });
      expect(await rowsOutsideCatalogue(here.db.kysely)).toEqual([]);
    });

    test('refuses the withdrawal, with the order’s token and without', async () => {
      const app = await ordersApp(here.db.kysely);
      const { number, token } = (await place(app, one({ locale, customer: stranger }))).json().order;
      const declared = { name: trick, locale };
      const headers = { 'order-token': token };
      for (const answer of [
        await app.inject({ method: 'POST', url: `/v1/orders/${number}/withdrawal`, headers, payload: declared }),
        await app.inject({
          method: 'POST',
          url: '/v1/withdrawals',
          payload: { ...declared, number, email: stranger.email },
        }),
      ]) {
        expect(answer.json()).toMatchObject({ status: 400, errors: [{ path: 'name', code: 'link' }] });
      }
      const { rows } = await here.db.pool.query(`select kind from letters where kind like '%withdrawal'`);
      expect([rows, await here.db.kysely.selectFrom('withdrawals').selectAll().execute()]).toEqual([[], []]);
    });

    test('repeats no note of an order or of a withdrawal of an unpaid order in mail', async () => {
      const app = await ordersApp(here.db.kysely);
      const { number } = (await place(app, one({ locale, customer: stranger, note: trick }))).json().order;
      const payload = { number, email: stranger.email, name: stranger.name, note: trick, locale };
      expect((await app.inject({ method: 'POST', url: '/v1/withdrawals', payload })).statusCode).toBe(201);
      const mails = (await sentMails()).filter(({ to }) => to === stranger.email);
      expect(mails).toHaveLength(2);
      for (const { subject, html, text, attachments } of mails) {
        const files = await Promise.all(attachments.map(({ content }) => pdfPages(content)));
        for (const written of [subject, html, text, ...files.flat()]) expect(written).not.toMatch(/500 EUR|evil/);
      }
    });
  },
);
