import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { cartOf, messages, open, waitForHydration } from '../../support/browser/browser.ts';
import { outdatedCart } from '../../support/browser/changed-cart.ts';
import { marked } from '../../support/browser/pseudo-locale.ts';
import { customer, pseudoShop } from '../../support/browser/pseudo-shop.ts';
import { placeOrder } from '../../support/orders/placed-order.ts';

const { shop, visit, id, expectAllMarked } = pseudoShop();
const t = messages.en;
const failedRequest = /Failed to load resource/;

/** Places an order for one tire by `customer`, whose name is an allowed text. */
const placeCustomerOrder = async (changes: Record<string, unknown>) =>
  placeOrder(
    shop.address,
    { id: await id('Hakka Blue 3'), price: 79.9 },
    { customer: { ...customer, email: `${randomUUID()}@example.com` }, ...changes },
  );

describe('every text comes from the message files', () => {
  test('on the cart page: changed tires, too high counts, cleared and empty', async () => {
    const page = await visit({ cart: await outdatedCart(shop) });
    await open(page, '/en/cart');
    await page.getByText(t.cart.changed.title).waitFor();
    await page.getByText(t.obstacle.removeFirst).waitFor();
    await expectAllMarked(page);
    await page.getByRole('button', { name: t.cart.clear }).click();
    await page.getByText(t.cart.cleared).waitFor();
    await expectAllMarked(page);
    await page.reload();
    await waitForHydration(page);
    await page.getByText(t.cart.empty).waitFor();
    await expectAllMarked(page);
  });

  test('on the cart page after its prices could not be refreshed', async () => {
    shop.allowErrors(failedRequest);
    const page = await visit({ cart: await cartOf(shop.address, { [await id('Hakka Blue 3')]: 4 }) });
    await page.route('**/api/**', (route) => route.abort());
    await open(page, '/en/cart');
    await page.getByText(t.cart.notRefreshed).waitFor();
    await expectAllMarked(page);
  });

  test('on the order page: untouched, with every field invalid, and refused for every reason', async () => {
    shop.allowErrors(failedRequest);
    const page = await visit({ cart: await cartOf(shop.address, { [await id('Hakka Blue 3')]: 4 }) });
    await open(page, '/en/order');
    const submit = page.getByRole('button', { name: t.order.submit });
    await page.getByRole('radio', { name: t.payment.pay_at_branch.label }).waitFor();
    await expectAllMarked(page);

    await page.getByLabel(t.order.forCompany).check();
    await page.getByRole('radio', { name: new RegExp(`^${marked(t.order.fitting)}`) }).check();
    await submit.click();
    await page.getByText(t.order.errorsTitle).waitFor();
    await expectAllMarked(page);

    const field = (label: string) => page.getByLabel(marked(label), { exact: true });
    await field(t.order.email).fill('mari');
    await field(t.order.phone).fill('1');
    await field(t.order.name).fill('x'.repeat(300));
    await page.locator('#field-plate').fill('!');
    await submit.click();
    await page.getByText(t.validation.email).first().waitFor();
    await expectAllMarked(page);

    await page.getByRole('radio', { name: /^Ringtee/ }).check();
    await page.locator('input[name="fitting.vehicle"]').first().check();
    await page.locator('input[name="fitting.at"]').first().check();
    await page.getByLabel(t.orderFitting.storage).waitFor();
    await expectAllMarked(page);

    await page.getByLabel(t.order.forCompany).uncheck();
    await page.getByRole('radio', { name: new RegExp(`^${marked(t.order.pickup)}`) }).check();
    await field(t.order.name).fill(customer.name);
    await field(t.order.email).fill(customer.email);
    await field(t.order.phone).fill(customer.phone);
    await page.getByRole('radio', { name: /^Ringtee/ }).check();
    await page.getByRole('radio', { name: t.payment.pay_at_branch.label }).check();
    await page.locator('#field-acceptTerms').check();
    const refusals = [
      { code: 'price-changed', text: t.refusal['price-changed'] },
      { code: 'out-of-stock', text: t.refusal['out-of-stock'] },
      { code: 'slot-taken', text: t.refusal['slot-taken'] },
      { code: 'too-many-appointments', text: /with a fitting time/ },
      { code: 'too-many-requests', text: t.refusal['too-many-requests'] },
      { code: 'in-progress', text: t.refusal['in-progress'] },
      { code: 'internal', text: /Something went wrong on our side/ },
      { code: 'validation', text: /could not be ordered/, errors: [{ path: 'items.0.count', code: 'integer' }] },
      { code: 'validation', text: t.validation.minLength, errors: [{ path: 'customer.name', code: 'minLength' }] },
    ];
    for (const { code, text, errors } of refusals) {
      await page.route('**/api/v1/orders', (route) => route.fulfill({ status: 409, json: { code, errors } }));
      await submit.click();
      await page.getByText(text).first().waitFor();
      await expectAllMarked(page);
      await page.unroute('**/api/v1/orders');
    }
  });

  test('on the order page with an empty cart and without payment methods', async () => {
    shop.allowErrors(failedRequest);
    const empty = await visit();
    await open(empty, '/en/order');
    await empty.getByText(t.order.emptyCart).waitFor();
    await expectAllMarked(empty);

    const page = await visit({ cart: await cartOf(shop.address, { [await id('Hakka Blue 3')]: 4 }) });
    await page.route('**/api/v1/payment/**', (route) => route.abort());
    await open(page, '/en/order');
    await page.getByText(t.order.methodsFailed).waitFor();
    await expectAllMarked(page);
  });

  test('on the success page', async () => {
    shop.allowErrors(failedRequest);
    const page = await visit();
    await open(page, '/en/success?order=R26-00000#none');
    await page.getByText(t.success.unknown).first().waitFor();
    await expectAllMarked(page);

    for (const changes of [
      { paymentMethod: 'bank_transfer', fulfilment: 'fitting', plate: '123 ABC', note: '…' },
      { paymentMethod: 'pay_at_branch', company: { name: shopConfig.legalName, regCode: '12345678', vatNumber: '' } },
    ]) {
      const order = await placeCustomerOrder(changes);
      await open(page, `/en/success?order=${order.number}#${order.token}`);
      await page.getByRole('button', { name: t.success.print }).waitFor();
      await expectAllMarked(page, { allowed: ['ABC'] });
    }
  });

  test('on the success page of completed, cancelled and expired orders, and in the list of them', async () => {
    const states = ['completed', 'cancelled', 'expired'] as const;
    const orders = await Promise.all(states.map(() => placeCustomerOrder({ paymentMethod: 'pay_at_branch' })));
    const page = await visit({ orders: JSON.stringify(orders.map(({ number, token }) => ({ number, token }))) });
    for (const [index, { number, token }] of orders.entries()) {
      const status = states[index] ?? 'completed';
      await shop.db.kysely.updateTable('orders').set({ status }).where('number', '=', number).execute();
      await open(page, `/en/success?order=${number}#${token}`);
      await page.getByText(t.success.closed[status]).waitFor();
      await expectAllMarked(page);
    }
    await open(page, '/en/cart');
    const list = page.getByRole('region', { name: t.recentOrders.title });
    for (const status of states) await list.getByText(t.orderStatus[status]).waitFor();
    await expectAllMarked(page);
  });
});
