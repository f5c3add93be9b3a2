import { describe, expect, test } from 'vitest';
import { csv } from '../../import/price-list.ts';
import { statementOf } from '../../support/bank/statement.ts';
import { eventually } from '../../support/browser/browser.ts';
import { deskInBrowser, hands, type Way } from '../../support/desk/browser.ts';

const { desk, signIn } = deskInBrowser();

const transferOrder = async () => {
  const number = await desk.shop.order({ paymentMethod: 'bank_transfer' });
  const orders = desk.shop.db.selectFrom('orders').select('reference').where('number', '=', number);
  return { number, reference: (await orders.executeTakeFirstOrThrow()).reference };
};

const statusOf = async (number: string) => (await desk.shop.orderState(number)).status;

/** Taps of the screens of owners and accountants, as taps.test.ts counts those of workers. */
describe.each(['pointer', 'keyboard'] satisfies Way[])('by %s', (way) => {
  const begin = async (role: 'accountant' | 'owner', at: string) => {
    const page = await signIn(role, { at });
    return { page, person: hands(page, way) };
  };

  test('the taps of the owner: a tire off sale (two), a drawing pinned and unpinned, a person invited (three), a withdrawal handled (one)', async () => {
    const number = await desk.shop.paidOrder();
    await desk.shop.withdraw({ number, name: 'Mari Maasikas', email: 'mari@example.com' });
    const { page, person } = await begin('owner', '/tires/tire');
    await person.fill('Reason', 'recalled');
    await person.tap('Take off sale');
    await page.getByRole('button', { name: 'Put back on sale' }).waitFor();
    expect(person.taps).toBeLessThanOrEqual(2);
    const { on_sale } = await desk.shop.db
      .selectFrom('tires')
      .select('on_sale')
      .where('id', '=', 'tire')
      .executeTakeFirstOrThrow();
    expect(on_sale).toBe(false);

    const editor = hands(page, way);
    await editor.tap('Pin the drawing');
    await page.getByText('The drawing is pinned').waitFor();
    expect(editor.taps).toBeLessThanOrEqual(1);
    await editor.tap('Unpin');
    await page.getByRole('button', { name: 'Pin the drawing' }).waitFor();
    expect(await desk.shop.db.selectFrom('picture_pins').select('shows').execute()).toEqual([]);

    await page.goto('/shop');
    const host = hands(page, way);
    await host.tap('Invite');
    await host.fill('Name', 'Kati');
    await host.tap('Invite');
    await page.getByText('Works once, for 15 minutes').waitFor();
    expect(host.taps).toBeLessThanOrEqual(3);
    await host.tap('Handled');
    await eventually(() => page.getByRole('button', { name: 'Handled' }).count()).toBe(0);
    expect(host.taps).toBeLessThanOrEqual(3 + 1);
  });

  test('Price list: four taps from the file to the new price, and one to undo', async () => {
    const { page, person } = await begin('owner', '/price-list');
    const chooser = page.waitForEvent('filechooser');
    await person.tap('Choose a file');
    const name = 'nokian.csv';
    await (await chooser).setFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(csv([{ model: 'Hakka Black 2' }])),
    });
    await person.tap('Apply');
    await page.getByText(name, { exact: true }).waitFor();
    expect(person.taps).toBeLessThanOrEqual(4);
    const listed = desk.shop.db.selectFrom('tires').select('on_sale').where('model', '=', 'Hakka Black 2');
    expect(await listed.executeTakeFirst()).toEqual({ on_sale: true });
    await person.tap('Undo');
    await page.getByText('undone').waitFor();
    expect((await listed.executeTakeFirst())?.on_sale ?? false).toBe(false);
  });

  test('Money: a transfer is booked in three taps, a statement uploaded in two, and an unmatched transfer assigned in four', async () => {
    const number = await desk.shop.order({ paymentMethod: 'bank_transfer' });
    const [first, second] = [await transferOrder(), await transferOrder()];
    const { page, person } = await begin('accountant', '/money');
    await person.tap(new RegExp(number));
    await person.fill('Bank’s reference', '2026112000001');
    await person.tap('Book');
    await eventually(() => statusOf(number)).toBe('confirmed');
    expect(person.taps).toBeLessThanOrEqual(3);

    await page.goto('/money');
    const uploader = hands(page, way);
    const chooser = page.waitForEvent('filechooser');
    await uploader.tap('Choose a statement');
    const statement = statementOf([
      { id: 'A', amount: '319.60', reference: first.reference },
      { id: 'B', amount: '319.60', payer: 'Jaan Tamm' },
    ]);
    const file = { name: 'statement.xml', mimeType: 'application/xml', buffer: Buffer.from(statement) };
    await (await chooser).setFiles(file);
    await page.getByText('Booked for orders: €319.60').waitFor();
    expect(await statusOf(first.number)).toBe('confirmed');
    expect(uploader.taps).toBeLessThanOrEqual(2);
    await uploader.tap(/Jaan Tamm/);
    await uploader.fill('Order or reference', second.reference);
    await uploader.tap('Find');
    await page.getByText('€319.60 came, €319.60 to pay').waitFor();
    await uploader.tap('Assign');
    await eventually(() => statusOf(second.number)).toBe('confirmed');
    expect(uploader.taps).toBeLessThanOrEqual(2 + 4);
    await eventually(() => page.getByText('Jaan Tamm').count()).toBe(0);
  });
});

test('Price list: the preview says what is wrong with a row', async () => {
  const page = await signIn('owner', { at: '/price-list' });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const list = csv([{ model: 'Hakka Black 2' }, { supplier_sku: 'T2', price: 'x' }]);
  await (await chooser).setFiles({ name: 'nokian.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
  await page.getByText('Rows with errors').last().click();
  const row = page.getByRole('listitem').filter({ hasText: 'column price' });
  expect(await row.textContent()).toBe('line 3, column price: not a number such as 1079.90 (x)');
  expect(await row.locator('[lang]').count()).toBe(0);
});

test('Price list: a file in Latin-1 is refused with the line and with what to do', async () => {
  const page = await signIn('owner', { at: '/price-list' });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const list = Buffer.from(csv([{ model: 'Öö' }]), 'latin1');
  await (await chooser).setFiles({ name: 'nokian.csv', mimeType: 'text/csv', buffer: list });
  const refusal = 'The list cannot be read: line 2 is not UTF-8. Save the file in Excel as “CSV UTF-8”.';
  await page.getByText(refusal).waitFor();
  expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
});

test('Price rules: without a file of rules there is nothing to preview or apply', async () => {
  const page = await signIn('owner', { at: '/prices' });
  await page.getByText('There is no file prices.local.ts: prices are those of the lists.').waitFor();
  expect(await page.getByRole('button', { name: 'Show what changes' }).count()).toBe(0);
});

test('Data of a buyer: an order that is still open is named as not erased; "erased" disappears when another buyer is typed', async () => {
  const [open, handedOver] = [await desk.shop.paidOrder(), await desk.shop.paidOrder()];
  await (await desk.sessionOf('worker')).act('hand-over', { number: handedOver });
  await desk.shop.db.updateTable('letters').set({ sent_at: desk.clock.now }).execute();
  const page = await signIn('owner', { at: '/shop' });
  const buyer = page.getByLabel('Email address or order number');
  const erase = page.getByRole('button', { name: 'Erase', exact: true });
  await buyer.fill(open);
  await erase.click();
  await page
    .getByRole('status')
    .filter({ hasText: `Not erased, because it is still open: ${open}.` })
    .waitFor();
  await buyer.fill(handedOver);
  await erase.click();
  const erased = page.getByText('Everything that the law allows was erased.');
  await erased.waitFor();
  await buyer.fill('mari@example.com');
  await erased.waitFor({ state: 'detached' });
});
