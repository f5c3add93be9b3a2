import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, test } from 'vitest';
import { enqueueDueNotices } from '../../../src/shop/notices/stock-notices.server.ts';
import { exportPerson } from '../../../src/shop/privacy/person.server.ts';
import { noticePage } from '../../../src/web/notices/notice-page.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { elements } from '../../support/html.ts';
import { nightlyJob } from '../../support/orders/forgetting.ts';
import { plain, sentMails } from '../../support/orders/sent-mails.ts';
import { shopOfOrders } from '../../support/orders/shop-of-orders.ts';
import { fridayNoon, testShopContext } from '../../support/shop-context.ts';

const shop = shopOfOrders();
let app: FastifyInstance;

beforeEach(async () => {
  await seedTires(shop.db, [{ id: 'gone', stock: { ringtee: 0, supplier: 3 } }]);
  app = Fastify();
  await app.register(noticePage, { shop: context(), isRateLimited: false });
});

const context = () => testShopContext(shop.db);

const post = (fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: '/back-in-stock',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

const wish = { tireId: 'gone', email: 'Mari@example.com', count: '4', locale: 'en' };

const ask = (changes: Partial<typeof wish> = {}) => post({ ...wish, ...changes });

/** Asks, and returns the id in the link of the mail that asks to confirm. */
async function asked(changes: Partial<typeof wish> = {}): Promise<string> {
  await ask(changes);
  const [mail] = await sentMails(context());
  return /back-in-stock\?notice=([\da-f-]{36})/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function confirmed(changes: Partial<typeof wish> = {}): Promise<string> {
  const id = await asked(changes);
  await post({ notice: id, act: 'confirm' });
  return id;
}

const setStock = (count: number) =>
  shop.db
    .updateTable('stock')
    .set({ on_hand: count })
    .where('tire_id', '=', 'gone')
    .where('place', '=', 'ringtee')
    .execute();

const notices = () => shop.db.selectFrom('stock_notices').select(['email', 'confirmed_at', 'found_at']).execute();

describe('asking to be told of stock', () => {
  test('mails a link that confirms the address, and nothing else until then', async () => {
    const answer = await ask();
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/back-in-stock?said=asked&id=gone&locale=en');
    expect((await app.inject(String(answer.headers.location))).body).toContain('We have sent you an email.');
    const [mail, ...others] = await sentMails(context());
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'Mari@example.com',
      subject: 'Confirm: email me when Nokian Hakka Blue 3 205/55 R16 91V XL is back in stock',
    });
    await setStock(10);
    expect(await enqueueDueNotices(context())).toBe(0);
    expect(await sentMails(context())).toEqual([]);
  });

  test('opening the link changes nothing; its button confirms', async () => {
    const id = await asked();
    const page = await app.inject(`/back-in-stock?notice=${id}`);
    expect(page.body).toContain('Shall we email you once 4 such tyres can be bought again?');
    expect(await notices()).toMatchObject([{ confirmed_at: null }]);
    const answer = await post({ notice: id, act: 'confirm' });
    expect((await app.inject(String(answer.headers.location))).body).toContain('Done. You will get one email');
    expect(await notices()).toMatchObject([{ confirmed_at: fridayNoon }]);
  });

  test.each([
    ['ee', 'Vaata rehvi', 'https://shop.example/product?id=gone'],
    ['ru', 'Посмотреть шину', 'https://shop.example/product?id=gone'],
    ['en', 'View the tyre', 'https://shop.example/product?id=gone'],
  ])('in %s, one mail says that the tire is back, and the address is deleted', async (locale, button, link) => {
    await confirmed({ locale });
    await setStock(1);
    expect(await enqueueDueNotices(context())).toBe(1);
    expect(await enqueueDueNotices(context())).toBe(0);
    const [mail, ...others] = await sentMails(context());
    expect(others).toEqual([]);
    expect(mail && plain(mail)).toContain(`${button} ${link}`);
    expect(await notices()).toEqual([]);
    await setStock(0);
    await setStock(20);
    expect(await enqueueDueNotices(context())).toBe(0);
  });

  test('the page of the link has links to the other languages, and stays in the chosen one after its buttons', async () => {
    const id = await asked();
    const languagesIn = (html: string) => elements(html, 'a').flatMap(({ hreflang, href }) => (hreflang ? [href] : []));
    const { body } = await app.inject(`/back-in-stock?notice=${id}`);
    const [estonian, russian = ''] = languagesIn(body);
    expect([estonian, russian]).toEqual([
      `/back-in-stock?notice=${id}&locale=ee`,
      `/back-in-stock?notice=${id}&locale=ru`,
    ]);
    const page = await app.inject(russian);
    expect(page.body).toContain('Написать вам, когда снова можно будет купить 4 такие шины?');
    expect(page.body).toContain('name="locale" value="ru"');
    for (const [act, text] of [
      ['confirm', 'Готово. Вы получите одно письмо'],
      ['remove', 'Ваш адрес удалён.'],
    ] as const) {
      const answer = await post({ notice: id, act, locale: 'ru' });
      expect((await app.inject(String(answer.headers.location))).body).toContain(text);
    }
    const removed = await app.inject('/back-in-stock?said=removed&id=gone&locale=ru');
    expect(languagesIn(removed.body)).toContain('/back-in-stock?said=removed&id=gone&locale=ee');
  });

  test('asking again before the link was opened changes the language and the number, without another mail', async () => {
    const id = await asked();
    await ask({ locale: 'ru', count: '5', email: 'mari@example.com' });
    expect(await sentMails(context())).toEqual([]);
    const page = await app.inject(`/back-in-stock?notice=${id}`);
    expect(page.body).toContain('Написать вам, когда снова можно будет купить 5 таких шин?');
  });

  test('asking again after the link was opened leaves the confirmed request, because anybody may enter an address', async () => {
    await confirmed();
    await ask({ locale: 'ru', count: '8' });
    await setStock(1);
    expect(await enqueueDueNotices(context())).toBe(1);
    expect(await sentMails(context())).toMatchObject([{ language: 'en' }]);
  });

  test('waits for as many pieces as were asked for, at branches and suppliers together', async () => {
    await confirmed({ count: '5' });
    await setStock(1);
    expect(await enqueueDueNotices(context())).toBe(0);
    await setStock(2);
    expect(await enqueueDueNotices(context())).toBe(1);
  });

  test('waits on if the tires are sold before the mail is sent', async () => {
    await confirmed();
    await setStock(4);
    await enqueueDueNotices(context());
    await setStock(0);
    expect(await sentMails(context())).toEqual([]);
    expect(await notices()).toMatchObject([{ found_at: null }]);
    await setStock(4);
    expect(await enqueueDueNotices(context())).toBe(1);
    expect(await sentMails(context())).toHaveLength(1);
  });

  test('a tire that is on sale needs no mail', async () => {
    const answer = await ask({ count: '3' });
    expect((await app.inject(String(answer.headers.location))).body).toContain('This tyre can be bought right now.');
    expect(await notices()).toEqual([]);
  });

  test.each([
    [{ tireId: 'no-such-tire' }, 303, 'unknown-tire'],
    [{ tireId: '<script>' }, 400, ''],
    [{ email: 'mari' }, 400, ''],
    [{ email: '' }, 400, ''],
    [{ count: '0' }, 400, ''],
    [{ count: '9' }, 400, ''],
    [{ locale: 'de' }, 400, ''],
  ])('refuses %j', async (changes, status, outcome) => {
    const answer = await ask(changes);
    expect(answer.statusCode).toBe(status);
    expect(String(answer.headers.location ?? '')).toContain(outcome);
    expect(await notices()).toEqual([]);
  });

  test('a wrong address can be corrected on the page that refuses it', async () => {
    const { body } = await ask({ email: 'mari@' });
    expect(body).toContain('Enter your email address');
    expect(body).toContain('value="mari@"');
    expect(body).toContain('name="tireId" value="gone"');
  });
});

describe('misuse', () => {
  test('asking again for the same tire sends no second mail and looks the same', async () => {
    const first = await ask();
    await sentMails(context());
    const again = await ask({ email: 'MARI@EXAMPLE.COM' });
    expect(again.headers.location).toBe(first.headers.location);
    expect(await sentMails(context())).toEqual([]);
  });

  test('a mailbox gets at most three mails that ask to confirm, also at the same time', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await seedTires(
      shop.db,
      ids.map((id) => ({ id })),
    );
    const answers = await Promise.all(ids.map((tireId) => ask({ tireId })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303]));
    expect(await sentMails(context())).toHaveLength(3);
  });

  test('a removed, answered or invented link shows no address', async () => {
    const id = await asked();
    expect((await post({ notice: id, act: 'remove' })).headers.location).toContain('said=removed');
    for (const link of [id, '00000000-0000-4000-8000-000000000000', "' or 1=1", '']) {
      const page = await app.inject(`/back-in-stock?locale=en&notice=${encodeURIComponent(link)}`);
      expect(page.statusCode).toBe(404);
      expect(page.body).toContain('no longer valid');
    }
    expect(await notices()).toEqual([]);
  });
});

describe('personal data', () => {
  test('deletes a request without confirmation two days later, and a confirmed one after 90 days', async () => {
    const runNightlyJob = nightlyJob(shop);
    await confirmed();
    await ask({ email: 'jaan@example.com' });
    const addresses = async () => (await notices()).map(({ email }) => email).toSorted();
    await runNightlyJob('2026-11-22T21:59:59Z');
    expect(await addresses()).toEqual(['Mari@example.com', 'jaan@example.com']);
    await runNightlyJob('2026-11-22T22:00:00Z');
    expect(await addresses()).toEqual(['Mari@example.com']);
    await runNightlyJob('2027-02-18T21:59:59Z');
    expect(await addresses()).toEqual(['Mari@example.com']);
    await runNightlyJob('2027-02-18T22:00:00Z');
    expect(await addresses()).toEqual([]);
  });

  test('export shows the request without the secret of its links, and erase deletes it', async () => {
    const id = await asked();
    const exported = await exportPerson(shop.db, { email: 'mari@EXAMPLE.com' });
    expect(exported?.data.stock_notices).toMatchObject([{ tire_id: 'gone', email: 'Mari@example.com', count: 4 }]);
    expect(JSON.stringify(exported)).not.toContain(id);
    const erased = await shop.run(['privacy', 'erase', '--email', 'mari@example.com', '--yes']);
    expect(erased).toMatchObject({ code: 0 });
    expect(erased.out).toContain('back-in-stock requests: 1 erased');
    expect(await notices()).toEqual([]);
  });
});
