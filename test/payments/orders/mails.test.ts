import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../src/app/config.ts';
import { openMailContext } from '../../../src/app/open-mail-context.ts';
import { type MailContext, sendMail } from '../../../src/jobs/sending/send-mail.ts';
import { cancelAndRefund } from '../../../src/shop/checkout/desk/cancel-order.server.ts';
import { markPaid, markReady } from '../../../src/shop/checkout/desk/desk.server.ts';
import { markRefunded, refundOrder } from '../../../src/shop/checkout/refund/refund-order.server.ts';
import { releaseExpiredOrders } from '../../../src/shop/checkout/settle/release-expired-orders.server.ts';
import { seedTires } from '../../support/database/seed.ts';
import { runJobs } from '../../support/shop-context.ts';
import { bank, card, paymentsShop } from '../payments-shop.ts';

const shop = paymentsShop();
let dataFolder: string;
let mailContext: MailContext;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'rehvipood-mails-'));
  const config = readConfig({ PUBLIC_URL: 'https://shop.example', DATA_DIR: dataFolder });
  mailContext = openMailContext(config, shop.context, '/');
});
afterEach(() => {
  mailContext.mailer.close();
  rmSync(dataFolder, { recursive: true });
});

const deliverMails = () => runJobs(shop.context, (id) => sendMail(mailContext, id));

/** The mails written to files instead of being sent. */
async function sentMails() {
  const files = readdirSync(join(dataFolder, 'mail')).sort();
  return Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(dataFolder, 'mail', file)))));
}

/** The first link to a path of the shop in a text. */
const linkIn = (text: string | undefined, path: string) =>
  (text ?? '').match(new RegExp(`https://shop\\.example${path}[^\\s>)"]*`))?.[0] ?? '';

test('an order by bank link: mails the buyer when it is placed and when it is paid, and the branch only when it is paid', async () => {
  const order = await shop.order(bank, 4, { locale: 'ru' });
  await deliverMails();
  expect(await sentMails()).toMatchObject([
    { subject: expect.stringContaining(order.number), attachments: [{ mimeType: 'application/pdf' }] },
  ]);
  await shop.montonio.pay(await shop.ref(order));
  await deliverMails();
  await deliverMails();
  const sent = await sentMails();
  expect(sent).toHaveLength(3);
  expect(sent.flatMap(({ to }) => to ?? []).filter(({ address }) => address?.includes('ringtee'))).toHaveLength(1);
  expect(await shop.rows('select from letters where sent_at is null')).toEqual([]);
});

test('the link in a mail opens the order, although its token is not stored', async () => {
  const order = await shop.order('bank_transfer', 4, { locale: 'en' });
  await deliverMails();
  const [mail] = await sentMails();
  const opened = new URL(linkIn(mail?.text, '/en/success'));
  expect(opened.searchParams.get('order')).toBe(order.number);
  const token = opened.hash.slice(1);
  expect(token).not.toBe(order.token);
  expect((await shop.view({ ...order, token })).order.number).toBe(order.number);
  const otherOrder = await shop.order('bank_transfer');
  expect(await shop.view({ ...otherOrder, token })).toMatchObject({ code: 'not-found' });
});

test('the mail to the branch links to the branch’s page of the order', async () => {
  const order = await shop.order('pay_at_branch');
  await deliverMails();
  const texts = (await sentMails()).map(({ text }) => text);
  const branchLinks = texts.map((text) => linkIn(text, '/branch')).filter(Boolean);
  expect(branchLinks).toHaveLength(1);
  expect(new URL(branchLinks[0] ?? '').searchParams.get('order')).toBe(order.number);
});

test('resends the same mail when the process was killed before it recorded the mail as sent', async () => {
  await shop.order('bank_transfer');
  const [{ id }] = (await shop.rows('select id from letters')) as [{ id: string }];
  const killedContext = {
    ...mailContext,
    shop: {
      ...mailContext.shop,
      now: () => {
        throw new Error('killed');
      },
    },
  };
  await expect(sendMail(killedContext, id)).rejects.toThrow('killed');
  const [first] = await sentMails();
  await sendMail(mailContext, id);
  const mailsAfterRetry = await sentMails();
  expect(mailsAfterRetry).toHaveLength(1);
  expect(mailsAfterRetry[0]?.messageId).toBe(first?.messageId);
  // This would throw if the recorded mail was sent again.
  await sendMail(
    { ...mailContext, mailer: { ...mailContext.mailer, send: () => Promise.reject(new Error('sent twice')) } },
    id,
  );
});

test('retries a mail that the mail server refuses', async () => {
  await shop.order('bank_transfer');
  const refusing = {
    ...mailContext,
    mailer: { ...mailContext.mailer, send: () => Promise.reject(new Error('421 try later')) },
  };
  const { failed } = await runJobs(shop.context, (id) => sendMail(refusing, id));
  expect(failed).toMatchObject([{ name: 'send-letter' }]);
  const waiting = await shop.rows(
    `select state, start_after > now() as later from pgboss.job where name = 'send-letter'`,
  );
  expect(waiting).toEqual([{ state: 'retry', later: true }]);
});

test('does not send an outdated mail', async () => {
  const order = await shop.order('bank_transfer');
  await markPaid(shop.context, order.id, 'operator', { reference: 'bank-1' });
  await markReady(shop.context, order.id, 'operator');
  await cancelAndRefund(shop.context, order.id, 'operator');
  const paidAfterExpiry = await shop.order('bank_transfer');
  shop.passMinutes(7 * 24 * 60);
  await releaseExpiredOrders(shop.context);
  await markPaid(shop.context, paidAfterExpiry.id, 'operator', { reference: 'bank-2' });
  await deliverMails();
  const sentKinds = await shop.rows(
    `select kind from letters where sent_at is not null and kind in ('ready', 'expired', 'cancelled')`,
  );
  expect(sentKinds).toEqual([{ kind: 'cancelled' }]);
  expect(await shop.rows('select kind from letters where sent_at is null order by kind')).toEqual([
    { kind: 'branch-order' },
    { kind: 'expired' },
    { kind: 'paid' },
    { kind: 'placed' },
    { kind: 'ready' },
  ]);
});

test('a confirmation that the mail server took only after the end of the order is not sent', async () => {
  const cancelled = await shop.order('pay_at_branch');
  const expired = await shop.order('bank_transfer');
  const open = await shop.order('pay_at_branch');
  await cancelAndRefund(shop.context, cancelled.id, 'operator');
  await shop.rows(`update orders set held_until = placed_at where id = ${expired.id}`);
  shop.passMinutes(1);
  await releaseExpiredOrders(shop.context);
  await deliverMails();
  const confirmed = await shop.rows(`select order_id from letters where kind = 'placed' and sent_at is not null`);
  expect(confirmed).toEqual([{ order_id: open.id }]);
});

test('a late payment that reopens an order sends the confirmation that was not sent before the order expired', async () => {
  const order = await shop.order(bank);
  const ref = await shop.ref(order);
  await shop.montonio.abandon(ref);
  await shop.rows(`update orders set held_until = placed_at where id = ${order.id}`);
  shop.passMinutes(1);
  await releaseExpiredOrders(shop.context);
  await deliverMails();
  const placed = `select sent_at is not null as sent from letters where kind = 'placed' order by created_at`;
  expect(await shop.rows(placed)).toEqual([{ sent: false }]);
  shop.passMinutes(1);
  await shop.montonio.pay(ref);
  await deliverMails();
  expect(await shop.rows(placed)).toEqual([{ sent: false }, { sent: true }]);
  const files = (await sentMails()).flatMap(({ attachments }) => attachments.map(({ filename }) => filename));
  expect(files).toContain(`order-${order.number}.pdf`);
});

test('the mail about ready tires asks for payment only while the order is unpaid', async () => {
  const [paid, unpaid] = [await shop.order('pay_at_branch', 4, { locale: 'en' }), await shop.order('pay_at_branch')];
  await markPaid(shop.context, paid.id, 'branch:ringtee');
  await deliverMails();
  const mailsBefore = (await sentMails()).length;
  for (const { id } of [paid, unpaid]) await markReady(shop.context, id, 'branch:ringtee');
  const asksForPayment: boolean[] = [];
  const readyMails = await shop.rows(`select id, order_id from letters where kind = 'ready' order by order_id`);
  const mailer = {
    ...mailContext.mailer,
    send: async ({ text }: { text: string }) => void asksForPayment.push(/You\s+pay\s+at\s+the\s+branch/.test(text)),
  };
  for (const { id } of readyMails) await sendMail({ ...mailContext, mailer }, id);
  expect(mailsBefore).toBeGreaterThan(0);
  expect(asksForPayment).toEqual([false, true]);
});

test('retries a refused mail for about 36 hours, then keeps its job for 90 days', async () => {
  const [queue] = await shop.rows(
    `select retry_limit, retry_delay, retry_backoff, retry_delay_max, deletion_seconds from pgboss.queue
     where name = 'send-letter'`,
  );
  // After each failure pg-boss waits between 50 % and 100 % of this time, on average 75 %.
  const waits = Array.from({ length: queue.retry_limit }, (_, n) => queue.retry_delay * 2 ** (n + 1));
  const totalSeconds = (fraction: number) =>
    waits.reduce((sum, wait) => sum + Math.min(queue.retry_delay_max, wait * fraction), 0);
  expect(queue.retry_backoff).toBe(true);
  expect(Math.round(totalSeconds(0.75) / 3600)).toBe(36);
  expect(queue.deletion_seconds).toBe(90 * 24 * 3600);
});

test('the mails about a withdrawal and a refund name the withdrawn tires and the refunded amount', async () => {
  const order = await shop.order('pay_at_branch', 4, { locale: 'en' });
  await markPaid(shop.context, order.id, 'branch:ringtee');
  const items = [{ id: 'tire', count: 3 }];
  await shop.act(order, 'withdrawal', { name: 'Mari', locale: 'en', items, note: 'they are too loud' });
  await refundOrder(shop.context, order.id, 12345, 'withdrawal', 'operator');
  await markRefunded(shop.context, order.id, 'operator');
  await deliverMails();
  const texts = (await sentMails()).map(({ text }) => text ?? '');
  const withdrawalMails = texts.filter((text) => text.includes('they are too loud'));
  expect(withdrawalMails).toHaveLength(2);
  const [{ title }] = (await shop.rows('select title from order_lines')) as [{ title: string }];
  for (const text of withdrawalMails) expect(text).toMatch(new RegExp(`${title}[^]*3|3[^]*${title}`));
  expect(texts.filter((text) => text.includes('123.45'))).toHaveLength(1);
});

test('the mail about a refund after a change does not say that everything was refunded, although the refund is as high as the new total', async () => {
  const order = await shop.order(card, 4, { locale: 'en' });
  await shop.stripe.pay(await shop.ref(order));
  await deliverMails();
  const changed = await shop.act(order, 'changes', { counts: [{ id: 'tire', count: 2 }] });
  expect(changed.json()).toMatchObject({ change: { refund: 159.8 }, order: { total: 159.8 } });
  await deliverMails();
  const [refundMail] = (await sentMails()).filter(({ subject }) => subject?.includes('refund of'));
  expect(refundMail?.text).toContain('part of what you paid for your order: €159.80');
});

test('the mail about a payment names the amount that arrived with it, not the total of the order', async () => {
  await seedTires(shop.db.kysely, [{ id: 'dearer', price: 9990, stock: { ringtee: 8 } }]);
  const order = await shop.order(bank, 4, { locale: 'en' });
  await shop.montonio.pay(await shop.ref(order));
  await deliverMails();
  await shop.act(order, 'changes', { swaps: [{ from: 'tire', to: 'dearer' }] });
  await shop.act(order, 'payments', { paymentMethod: bank });
  await shop.montonio.pay(await shop.ref(order));
  await deliverMails();
  const paidMails = (await sentMails()).filter(({ subject }) => subject?.includes('has been paid for'));
  const amounts = paidMails.map(({ text }) => /payment of (€[\d.]+)\./.exec(text ?? '')?.[1]);
  expect(amounts.sort()).toEqual(['€319.60', '€80.00']);
});
