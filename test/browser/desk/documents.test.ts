import { expect, test } from 'vitest';
import { expectAccessible } from '../../support/browser/axe.ts';
import { eventually } from '../../support/browser/browser.ts';
import { deskInBrowser, hands, tablet } from '../../support/desk/browser.ts';

const { desk, errors, signIn } = deskInBrowser();

const issued = () =>
  desk.shop.db.selectFrom('money_documents').select(['kind', 'note', 'buyer']).orderBy('id').execute();

test('an owner lowers the price of an invoice from the list of documents, with a reason and a touch of the passkey', async () => {
  const number = await desk.shop.paidOrder();
  const page = await signIn('owner', { at: '/money' });
  const person = hands(page);
  await person.tap('Invoices', 'link');
  await person.fill('Number, order, name or sum', number);
  await person.tap('Actions');
  await person.tap('Lower the price', 'link');
  await person.fill('Amount in euros', '20');
  expect(await page.getByRole('button', { name: 'Refund €20.00' }).isDisabled()).toBe(true);
  await person.fill('Why, in a few words', 'kriimustatud külg');
  await person.tap('Refund €20.00');
  await eventually(async () => (await issued()).at(-1)).toMatchObject({
    kind: 'credit-note',
    note: 'kriimustatud külg',
  });
  expect(person.taps).toBeLessThanOrEqual(4);
  await page.waitForURL(`**/o/${number}`);
  await page.getByText('kriimustatud külg').waitFor();
});

test('a document is mailed again in two taps, not to an invalid address; the company form says what happens to documents', async () => {
  const number = await desk.shop.paidOrder();
  const page = await signIn('worker', { at: `/o/${number}` });
  const person = hands(page);
  await person.tap('Mail again');
  await person.fill('Another email address', 'kati@raamatud.example');
  await person.tap('Mail it to this address');
  await page.getByText('It goes to kati@raamatud.example.').waitFor();
  expect(person.taps).toBeLessThanOrEqual(2);
  const mails = desk.shop.db.selectFrom('letters').select('recipient').where('kind', '=', 'documents');
  await eventually(() => mails.execute()).toEqual([{ recipient: 'kati@raamatud.example' }]);
  await person.fill('Another email address', 'kati');
  await person.tap('Mail it to this address');
  await page.getByText('This is not an email address.').waitFor();
  await expectAccessible(page, 'Mail again', { screens: [tablet.viewport, { width: 360, height: 740 }] });
  expect(errors.splice(0)).toEqual([expect.stringContaining('409')]);

  await page.goto(`/o/${number}?company`);
  await page.getByText('anew to the company. The buyer gets both by email.').waitFor();
  const kati = await desk.sessionOf('worker');
  const sale = { branch: 'ringtee', tender: 'card', customer: {}, items: [{ id: 'tire', count: 4 }] };
  const withoutEmail = (await kati.act('sell', sale)).body.number;
  await page.goto(`/o/${withoutEmail}?company`);
  await page.getByText('The invoice is credited in full and issued anew to the company.').waitFor();
  expect(await page.getByText('by email').count()).toBe(0);
  await page.goto(`/o/${await desk.shop.order()}?company`);
  await page.getByText('The next invoice is made out to the company.').waitFor();
  expect(await page.getByText('credited in full').count()).toBe(0);
});

test('an invoice is reissued to a company from the list of documents, and a wrong registry code is reported', async () => {
  const number = await desk.shop.paidOrder();
  const page = await signIn('accountant', { at: '/money/documents' });
  const person = hands(page);
  await person.tap('Actions');
  await person.tap('Company details', 'link');
  await page.waitForURL(`**/o/${number}?company`);
  await person.fill('Company name', 'Veod OÜ');
  await person.fill('Registry code', '10421628');
  await person.tap('Invoice the company');
  await page.getByText('Check this field.').waitFor();
  expect(await page.getByLabel('Registry code').getAttribute('aria-invalid')).toBe('true');
  await person.fill('Registry code', '10421629');
  await person.tap('Invoice the company');
  await eventually(async () => (await issued()).map(({ kind, buyer }) => [kind, buyer.name])).toEqual([
    ['invoice', 'Mari Maasikas'],
    ['credit-note', 'Mari Maasikas'],
    ['invoice', 'Veod OÜ'],
  ]);
  expect(errors.splice(0)).toEqual([expect.stringContaining('422')]);
});

test.each([
  ['worker', 1],
  ['accountant', 0],
] as const)('the role %s is offered only acts of an order that it may start', async (role, count) => {
  const number = await desk.shop.paidOrder();
  const page = await signIn(role, { at: `/o/${number}` });
  const offered = (name: string) => page.locator('main').getByText(name, { exact: true }).count();
  await page.getByRole('link', { name: 'Refund', exact: true }).waitFor();
  expect([await offered('Put aside'), await offered('Change'), await offered('Cancel')]).toEqual([count, count, count]);
  await page.goto(`/search?text=${number}`);
  await page.locator('main [data-row]').waitFor();
  expect(await offered('Put aside')).toBe(count);
});
