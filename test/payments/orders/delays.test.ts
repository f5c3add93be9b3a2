import { expect, test } from 'vitest';
import { sendMail } from '../../../src/jobs/sending/send-mail.ts';
import type { Mail } from '../../../src/mail/mail.ts';
import { runJobs } from '../../support/shop-context.ts';
import { branchShop } from './branch/branch-shop.ts';
import { delayedDay, delayedOrders, refusalOf } from './delayed-orders.ts';

const { shop, linkTo, open, press, post } = branchShop();
const { answer, delay, paidOrder, wait } = delayedOrders(shop);

/** Runs all jobs; returns the mails to buyers and branches that were sent about delays. */
async function sentMails(): Promise<Mail[]> {
  const sent: Mail[] = [];
  const page = (number: string, token: string) => `https://shop.example/success?order=${number}#${token}`;
  const context = {
    shop: shop.context,
    shopConfig: shop.context.shopConfig,
    mailer: { send: async (mail: Mail) => void sent.push(mail) },
    pages: {
      order: page,
      withdrawal: page,
      branch: async (number: string) => `https://shop.example/branch?${number}`,
      fitting: async () => 'https://shop.example/fitting',
    },
  };
  await runJobs(shop.context, (id) => sendMail(context as unknown as Parameters<typeof sendMail>[0], id));
  return sent.filter(({ name }) => /delayed|unanswered|cancelled/.test(name));
}

test('the buyer gets one mail in their language, and its link opens the order', async () => {
  const order = await paidOrder({ locale: 'ru' });
  await sentMails();
  await delay(order);
  await delay(order, '2026-12-04');
  const [mail, ...more] = await sentMails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ language: 'ru', subject: `Заказ ${order.number}: шины задерживаются` });
  expect(mail?.text).toContain('4\u00a0декабря');
  const token = /success\?order=\S+#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const opened = await shop.app.inject({ url: `/v1/orders/${order.number}`, headers: { 'order-token': token } });
  expect(opened.json().order.delay).toMatchObject({ expectedOn: '2026-12-04', answer: null });
});

test('a mistaken report that is undone before the mail leaves is not mailed', async () => {
  const order = await paidOrder();
  await sentMails();
  const { promisedOn } = (await shop.view(order)).order;
  await delay(order);
  await delay(order, promisedOn);
  expect(await sentMails()).toEqual([]);
  expect((await shop.view(order)).order.delay).toBeNull();
});

test('opening the order by GET or HEAD does not answer the delay', async () => {
  const order = await paidOrder();
  const promised = (await shop.view(order)).order.promisedOn;
  await delay(order);
  const before = await shop.rows('select * from delays, orders');
  for (const method of ['GET', 'HEAD'] as const) {
    const headers = { 'order-token': order.token };
    await shop.app.inject({ method, url: `/v1/orders/${order.number}`, headers });
    const answered = await shop.app.inject({ method, url: `/v1/orders/${order.number}/delay-answer`, headers });
    expect(answered.statusCode).toBe(404);
    await shop.app.inject({ method, url: `/branch?${await linkTo(order)}` });
  }
  expect(await shop.rows('select * from delays, orders')).toEqual(before);
  expect((await shop.view(order)).order).toMatchObject({
    promisedOn: promised,
    delay: { promisedOn: promised, expectedOn: delayedDay, answer: null },
  });
});

test('the answer to wait makes the new day the promised day, and is stored with its time', async () => {
  const order = await paidOrder();
  await delay(order);
  const answered = await wait(order);
  expect(answered.json().order).toMatchObject({
    promisedOn: delayedDay,
    delay: { expectedOn: delayedDay, answer: 'wait' },
  });
  expect(await shop.rows('select answer, answered_at, answered_by from delays')).toEqual([
    { answer: 'wait', answered_at: shop.now(), answered_by: 'buyer' },
  ]);
  const events = await shop.rows(`select actor, data from order_events where type = 'delay-answered'`);
  expect(events).toEqual([{ actor: 'buyer', data: { answer: 'wait', day: delayedDay } }]);
});

test('cancelling refunds everything at once', async () => {
  const order = await paidOrder();
  await sentMails();
  await delay(order);
  expect((await answer(order, { answer: 'cancel' })).json().order).toMatchObject({ status: 'cancelled' });
  await shop.runJobs();
  expect((await shop.view(order)).order.payment).toMatchObject({ paid: 319.6, refunds: [{ amount: 319.6 }] });
  expect(await shop.stock()).toMatchObject({ held: 0, sold: 0 });
});

test('of several concurrent answers one is stored, and the other requests get 409 with the stored answer', async () => {
  const order = await paidOrder();
  await delay(order);
  const bodies = [{ answer: 'cancel' }, { answer: 'wait', expectedOn: delayedDay }];
  const answers = await Promise.all([...bodies, ...bodies].map((body) => answer(order, body)));
  const kept = answers.filter(({ statusCode }) => statusCode === 200);
  expect(kept).toHaveLength(1);
  const [{ answer: keptAnswer }] = (await shop.rows('select answer from delays')) as [{ answer: string }];
  for (const refused of answers.filter(({ statusCode }) => statusCode !== 200)) {
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'answered', answer: keptAnswer });
  }
});

test('refuses an answer for an outdated day, for an order without delay, with a wrong token, and in another form', async () => {
  const order = await paidOrder();
  expect(refusalOf(await wait(order))).toEqual([409, 'too-late']);
  await delay(order);
  await delay(order, '2026-12-04');
  const changed = await wait(order);
  expect(refusalOf(changed)).toEqual([409, 'changed']);
  expect(changed.json().expectedOn).toBe('2026-12-04');
  expect(refusalOf(await wait(order, null))).toEqual([409, 'changed']);
  expect(refusalOf(await wait({ ...order, token: 'x' }, '2026-12-04'))).toEqual([404, 'not-found']);
  expect(refusalOf(await answer(order, { answer: 'later' }))).toEqual([400, 'validation']);
  expect(refusalOf(await answer(order, { answer: 'wait' }))).toEqual([400, 'validation']);
  expect((await wait(order, '2026-12-04')).statusCode).toBe(200);
});

test('an order to be paid at the branch does not expire before its late tires come', async () => {
  const order = await shop.order('pay_at_branch');
  await delay(order, '2027-01-15');
  await wait(order, '2027-01-15');
  shop.setTime(new Date('2027-01-15T10:00:00Z'));
  await shop.runMinutelyJobs();
  expect((await shop.view(order)).order.status).toBe('confirmed');
});

test('the branch sees the delay and enters the answer that the buyer gave by phone', async () => {
  const order = await paidOrder();
  await delay(order);
  const link = await linkTo(order);
  const page = (await open(link)).body;
  expect(page).toContain('Rehvid hilinevad');
  expect(page).toContain('Klient ei ole veel vastanud');
  expect(await press(link, 'wait')).toBe('changed');
  const entered = await post([...link, ['act', 'wait'], ['day', delayedDay]]);
  expect(entered.headers.location).toContain('said=wait');
  expect((await open(link)).body).toContain('Klient ütles, et ootab.');
  expect((await shop.view(order)).order.promisedOn).toBe(delayedDay);
  expect(await press(link, 'wait')).toBe('answered');
});

test('the branch must phone a buyer without an e-mail address at once', async () => {
  const order = await paidOrder();
  await shop.rows(`update orders set email = ''`);
  await delay(order);
  expect(await shop.rows('select answer_due_at from delays')).toEqual([{ answer_due_at: shop.now() }]);
  expect(await sentMails()).toEqual([]);
});
