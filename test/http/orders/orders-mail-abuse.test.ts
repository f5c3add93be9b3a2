import { beforeEach, describe, expect, test } from 'vitest';
import shop from '../../../shop.config.ts';
import { sendMail } from '../../../src/jobs/sending/send-mail.ts';
import type { Mail } from '../../../src/mail/mail.ts';
import { mailboxOf } from '../../../src/shop/checkout/place/order-attempt.server.ts';
import { rowsOutsideCatalogue, seedTires } from '../../support/database/seed.ts';
import { form, items } from '../../support/orders/order-form.ts';
import { ordersApp, ordersDatabase, place } from '../../support/orders/orders-shop.ts';
import { pdfPages } from '../../support/pdf-text.ts';
import { runJobs, testShopContext } from '../../support/shop-context.ts';

const database = ordersDatabase();

beforeEach(() => seedTires(database.db.kysely, [{ id: 'tire', stock: { ringtee: 100 } }]));

const victim = { name: 'Mari Maasikas', email: 'victim@example.com', phone: '5123 4567' };
const orderForOne = (changes: object) => form({ items: items(['tire', 1]), ...changes });

/** Runs the jobs that send mail; returns the mail. */
async function sendQueuedMail(): Promise<Mail[]> {
  const context = testShopContext(database.db.kysely);
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {}, description: '' };
  const pages = {
    order: () => 'https://shop.example/success',
    withdrawal: () => 'https://shop.example/withdrawal',
    branch: async () => 'https://shop.example/branch',
    fitting: async () => 'https://shop.example/fitting',
  };
  const { failed } = await runJobs(context, (id) => sendMail({ shop: context, mailer, pages }, id));
  expect(failed).toEqual([]);
  return sent;
}

test('the response to a withdrawal says only to the holder of the order token whether a mail is sent', async () => {
  const app = await ordersApp(database.db.kysely);
  const { number, token } = (await place(app, orderForOne({ customer: victim }))).json().order;
  const url = `/v1/orders/${number}/withdrawal`;
  const headers = { 'order-token': token };
  const payload = { name: victim.name, items: [{ id: 'tire', count: 1 }], locale: 'en' };
  const mailed = async () => (await app.inject({ method: 'POST', url, headers, payload })).json().mailed;
  // The first one cancels the unpaid order, about which no further mail is sent.
  expect([await mailed(), await mailed()]).toEqual([true, false]);
  const withoutToken = { ...payload, number, email: victim.email };
  const { json } = await app.inject({ method: 'POST', url: '/v1/withdrawals', payload: withoutToken });
  expect(Object.keys(json())).toEqual(['id', 'receivedAt']);
});

test('sends mail about only nine of 50 orders that use spellings of one mailbox and are each cancelled at once', async () => {
  const app = await ordersApp(database.db.kysely);
  const statuses: number[] = [];
  const sent: Mail[] = [];
  for (let n = 0; n < 50; n += 1) {
    const customer = { ...victim, email: `victim+m${n}@example.com` };
    const { statusCode, json } = await place(app, orderForOne({ customer }));
    statuses.push(statusCode);
    if (statusCode !== 201) continue;
    sent.push(...(await sendQueuedMail()));
    const { number, token } = json().order;
    const headers = { 'order-token': token };
    await app.inject({ method: 'POST', url: `/v1/orders/${number}/cancel`, headers, payload: {} });
  }
  const limit = shop.limits.unpaidOrdersPerEmailPerDay;
  expect(statuses).toEqual([...Array(limit).fill(201), ...Array(50 - limit).fill(429)]);
  sent.push(...(await sendQueuedMail()));
  const toVictim = sent.filter(({ to }) => mailboxOf(to) === 'victim@example.com');
  // One mail about the order and one about its cancellation.
  expect(toVictim).toHaveLength(2 * limit);
});

const advertisements = {
  ee: 'võitsite 500 EUR, küsige https://evil.example/win',
  en: 'you won 500 EUR, claim at https://evil.example/win now',
  ru: 'вы выиграли 500 EUR, заберите: https://evil.example/win',
};

describe.each(Object.entries(advertisements))(
  'an order to the e-mail address of another person with an advertisement, in %s,',
  (locale, advertisement) => {
    test('as the name of customer or company is refused, and stores nothing', async () => {
      const app = await ordersApp(database.db.kysely);
      const nameAnswer = await place(app, orderForOne({ locale, customer: { ...victim, name: advertisement } }));
      expect(nameAnswer.json()).toMatchObject({ status: 400, errors: [{ path: 'customer.name', code: 'link' }] });
      const company = { name: advertisement, regCode: '12345678', vatNumber: '' };
      const companyAnswer = await place(app, orderForOne({ locale, customer: victim, company }));
      expect(companyAnswer.json()).toMatchObject({ status: 400, errors: [{ path: 'company.name', code: 'link' }] });
      const hiddenCharacterAnswer = await place(
        app,
        orderForOne({ locale, customer: { ...victim, name: `Mari\u202e${advertisement}` } }),
      );
      expect(hiddenCharacterAnswer.json()).toMatchObject({
        status: 400,
        errors: [{ path: 'customer.name', code: 'hidden' }],
      });
      expect(await rowsOutsideCatalogue(database.db.kysely)).toEqual([]);
    });

    test('cannot be followed by a withdrawal with the advertisement as the name, with or without the order token', async () => {
      const app = await ordersApp(database.db.kysely);
      const { number, token } = (await place(app, orderForOne({ locale, customer: victim }))).json().order;
      const declaration = { name: advertisement, locale };
      const headers = { 'order-token': token };
      for (const answer of [
        await app.inject({ method: 'POST', url: `/v1/orders/${number}/withdrawal`, headers, payload: declaration }),
        await app.inject({
          method: 'POST',
          url: '/v1/withdrawals',
          payload: { ...declaration, number, email: victim.email },
        }),
      ]) {
        expect(answer.json()).toMatchObject({ status: 400, errors: [{ path: 'name', code: 'link' }] });
      }
      const { rows } = await database.db.pool.query(`select kind from letters where kind like '%withdrawal'`);
      expect([rows, await database.db.kysely.selectFrom('withdrawals').selectAll().execute()]).toEqual([[], []]);
    });

    test('as the note causes no mail that contains the note, and neither does its withdrawal', async () => {
      const app = await ordersApp(database.db.kysely);
      const { number } = (await place(app, orderForOne({ locale, customer: victim, note: advertisement }))).json()
        .order;
      const payload = { number, email: victim.email, name: victim.name, note: advertisement, locale };
      expect((await app.inject({ method: 'POST', url: '/v1/withdrawals', payload })).statusCode).toBe(201);
      const mails = (await sendQueuedMail()).filter(({ to }) => to === victim.email);
      // About the order and about its withdrawal.
      expect(mails).toHaveLength(2);
      for (const { subject, html, text, attachments } of mails) {
        const pdfTexts = await Promise.all(attachments.map(({ content }) => pdfPages(content)));
        for (const mailText of [subject, html, text, ...pdfTexts.flat()]) expect(mailText).not.toMatch(/500 EUR|evil/);
      }
    });
  },
);
