import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/app/config.ts';
import { openMailContext } from '../../../src/app/open-mail-context.ts';
import { linkForBranch } from '../../../src/shop/checkout/desk/branch-order.server.ts';
import { branchPage } from '../../../src/web/branch/branch-page.server.ts';
import { deskOfOrders } from '../../support/desk/desk.ts';
import { testShopContext } from '../../support/shop-context.ts';

const desk = deskOfOrders();
const deskUrl = 'https://desk.shop.example';

test('the branch page offers acts until an employee can sign in, then only shows the order and links to the desk', async () => {
  const context = testShopContext(desk.shop.db);
  const app = Fastify();
  onTestFinished(() => app.close());
  await app.register(branchPage, { shop: context, isRateLimited: false, deskUrl });
  const number = await desk.shop.order();
  const link = new URLSearchParams(await linkForBranch(context, number));
  const press = () =>
    app.inject({
      method: 'POST',
      url: '/branch',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${link}&act=paid-cash`,
    });
  expect((await app.inject({ url: `/branch?${link}` })).body).toContain('value="paid-cash"');

  await desk.enrol('worker', 'kati');
  const page = (await app.inject({ url: `/branch?${link}` })).body;
  expect(page).toContain(number);
  expect(page).not.toContain('<button');
  expect(page).toContain(`href="${deskUrl}/o/${number}"`);
  expect((await press()).statusCode).toBe(303);
  expect((await desk.shop.orderState(number)).paid).toBe('unpaid');
});

test('mails to branches link to the desk once an employee can sign in', async () => {
  const config = readConfig({ DESK_URL: deskUrl, PUBLIC_URL: 'https://shop.example' });
  const context = testShopContext(desk.shop.db);
  const { pages, mailer } = openMailContext(config, context, import.meta.dirname);
  onTestFinished(() => mailer.close());
  const number = await desk.shop.order();
  expect(await pages.branch(number)).toMatch(/^https:\/\/shop\.example\/branch\?/);
  await desk.enrol('worker', 'kati');
  expect(await pages.branch(number)).toBe(`${deskUrl}/o/${number}`);
  expect(await pages.branch(number, 'annelinn')).toBe(`${deskUrl}/transfers`);
});
