import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { readConfig } from '../../../src/app/config.ts';
import { openMailContext } from '../../../src/app/open-mail-context.ts';
import { type MailContext, sendMail } from '../../../src/jobs/send-mail.ts';
import { cancelAndRefund } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { markPaid, markReady } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { runJobs } from '../../support/shop-context.ts';
import { bank, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();
let folder: string;
let post: MailContext;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'letters-'));
  const config = readConfig({ PUBLIC_URL: 'https://shop.example', DATA_DIR: folder });
  post = openMailContext(config, shopConfig, shop.context, '/');
});
afterEach(() => {
  post.mailer.close();
  rmSync(folder, { recursive: true });
});

const deliver = () => runJobs(shop.context, (id) => sendMail(post, id));

async function letters() {
  const files = readdirSync(join(folder, 'mail')).sort();
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, 'mail', file)))));
}

const link = (text: string | undefined, path: string) =>
  (text ?? '').match(new RegExp(`https://shop\\.example${path}[^\\s>)"]*`))?.[0] ?? '';

test('an order by bank link: mails the buyer when placed and when paid, the branch only when paid', async () => {
  const order = await shop.order(bank, 4, { locale: 'ru' });
  await deliver();
  expect(await letters()).toMatchObject([
    { subject: expect.stringContaining(order.number), attachments: [{ mimeType: 'application/pdf' }] },
  ]);
  await shop.montonio.pay(await shop.ref(order));
  await deliver();
  await deliver();
  const sent = await letters();
  expect(sent).toHaveLength(3);
  expect(sent.flatMap(({ to }) => to ?? []).filter(({ address }) => address?.includes('ringtee'))).toHaveLength(1);
  expect(await shop.rows('select from letters where sent_at is null')).toEqual([]);
});

test('the link in a mail opens the order, although its token is not stored', async () => {
  const order = await shop.order('bank_transfer', 4, { locale: 'en' });
  await deliver();
  const [letter] = await letters();
  const opened = new URL(link(letter?.text, '/en/success'));
  expect(opened.searchParams.get('order')).toBe(order.number);
  const token = opened.hash.slice(1);
  expect(token).not.toBe(order.token);
  expect((await shop.view({ ...order, token })).order.number).toBe(order.number);
  const other = await shop.order('bank_transfer');
  expect(await shop.view({ ...other, token })).toMatchObject({ code: 'not-found' });
});

test('the mail to the branch links to the branch’s page of the order', async () => {
  const order = await shop.order('pay_at_branch');
  await deliver();
  const texts = (await letters()).map(({ text }) => text);
  const toBranch = texts.map((text) => link(text, '/branch')).filter(Boolean);
  expect(toBranch).toHaveLength(1);
  expect(new URL(toBranch[0] ?? '').searchParams.get('order')).toBe(order.number);
});

test('resends the same mail when a worker ended while sending it', async () => {
  await shop.order('bank_transfer');
  const [{ id }] = (await shop.rows('select id from letters')) as [{ id: string }];
  const killed = {
    ...post,
    shop: {
      ...post.shop,
      now: () => {
        throw new Error('killed');
      },
    },
  };
  await expect(sendMail(killed, id)).rejects.toThrow('killed');
  const [first] = await letters();
  await sendMail(post, id);
  const again = await letters();
  expect(again).toHaveLength(1);
  expect(again[0]?.messageId).toBe(first?.messageId);
  await sendMail({ ...post, mailer: { ...post.mailer, send: () => Promise.reject(new Error('twice')) } }, id);
});

test('a mail server that refuses everything loses no mail', async () => {
  await shop.order('bank_transfer');
  const refusing = { ...post, mailer: { ...post.mailer, send: () => Promise.reject(new Error('421 try later')) } };
  const { failed } = await runJobs(shop.context, (id) => sendMail(refusing, id));
  expect(failed).toMatchObject([{ name: 'send-letter' }]);
  const waiting = await shop.rows(
    `select state, start_after > now() as later from pgboss.job where name = 'send-letter'`,
  );
  expect(waiting).toEqual([{ state: 'retry', later: true }]);
});

test('does not send an outdated mail', async () => {
  const order = await shop.order('bank_transfer');
  await markPaid(shop.context, order.id, 'operator', 'bank-1');
  await markReady(shop.context, order.id, 'operator');
  await cancelAndRefund(shop.context, order.id, 'operator');
  const late = await shop.order('bank_transfer');
  shop.passMinutes(7 * 24 * 60);
  await releaseExpiredOrders(shop.context);
  await markPaid(shop.context, late.id, 'operator', 'bank-2');
  await deliver();
  const told = await shop.rows(
    `select kind from letters where sent_at is not null and kind in ('ready', 'expired', 'cancelled')`,
  );
  expect(told).toEqual([{ kind: 'cancelled' }]);
  expect(await shop.rows('select kind from letters where sent_at is null order by kind')).toEqual([
    { kind: 'branch-order' },
    { kind: 'expired' },
    { kind: 'paid' },
    { kind: 'ready' },
  ]);
});

test('the mail about ready tires asks for payment only while the order is unpaid', async () => {
  const [paid, unpaid] = [await shop.order('pay_at_branch', 4, { locale: 'en' }), await shop.order('pay_at_branch')];
  await markPaid(shop.context, paid.id, 'branch:ringtee');
  await deliver();
  const before = (await letters()).length;
  for (const { id } of [paid, unpaid]) await markReady(shop.context, id, 'branch:ringtee');
  const asks: boolean[] = [];
  const kinds = await shop.rows(`select id, order_id from letters where kind = 'ready' order by order_id`);
  const mailer = {
    ...post.mailer,
    send: async ({ text }: { text: string }) => void asks.push(/You\s+pay\s+at\s+the\s+branch/.test(text)),
  };
  for (const { id } of kinds) await sendMail({ ...post, mailer }, id);
  expect(before).toBeGreaterThan(0);
  expect(asks).toEqual([false, true]);
});

test('retries a refused mail for about 36 hours, then keeps its job for 90 days', async () => {
  const [queue] = await shop.rows(
    `select retry_limit, retry_delay, retry_backoff, retry_delay_max, deletion_seconds from pgboss.queue
     where name = 'send-letter'`,
  );
  // pg-boss waits, after each failure, between the half and the whole of this.
  const waits = Array.from({ length: queue.retry_limit }, (_, n) => queue.retry_delay * 2 ** (n + 1));
  const seconds = (part: number) => waits.reduce((sum, wait) => sum + Math.min(queue.retry_delay_max, wait * part), 0);
  expect(queue.retry_backoff).toBe(true);
  expect(Math.round(seconds(0.75) / 3600)).toBe(36);
  expect(queue.deletion_seconds).toBe(90 * 24 * 3600);
});

test('the mails about a withdrawal and a refund name the withdrawn tires and the refunded amount', async () => {
  const order = await shop.order('pay_at_branch', 4, { locale: 'en' });
  await markPaid(shop.context, order.id, 'branch:ringtee');
  const items = [{ id: 'tire', count: 3 }];
  await shop.act(order, 'withdrawal', { name: 'Mari', locale: 'en', items, note: 'they are too loud' });
  await refundOrder(shop.context, order.id, 12345, 'withdrawal', 'operator');
  await markRefunded(shop.context, order.id, 'operator');
  await deliver();
  const texts = (await letters()).map(({ text }) => text ?? '');
  const about = texts.filter((text) => text.includes('they are too loud'));
  expect(about).toHaveLength(2);
  const [{ title }] = (await shop.rows('select title from order_lines')) as [{ title: string }];
  for (const text of about) expect(text).toMatch(new RegExp(`${title}[^]*3|3[^]*${title}`));
  expect(texts.filter((text) => text.includes('123.45'))).toHaveLength(1);
});
