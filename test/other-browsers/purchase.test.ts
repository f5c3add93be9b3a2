import { describe, expect, test } from 'vitest';
import ee from '../../src/messages/ee.json';
import en from '../../src/messages/en.json';
import ru from '../../src/messages/ru.json';
import { desktop, otherBrowserShop, otherBrowsers, phone } from '../support/other-browsers/other-browsers.ts';
import { button, keys, link, radio, type Visitor } from '../support/other-browsers/visitor.ts';

const { visit } = otherBrowserShop();
/** `lang` overrides the language that the browser prefers. */
const inEstonian = '/?lang=ee';

const sizes = [
  { screen: 'a desktop', size: desktop },
  { screen: 'a phone', size: phone },
];

describe.each(otherBrowsers)('in $name', (browser) => {
  test.each(sizes)('a visitor orders four tires on $screen', async ({ size }) => {
    const page = await visit(browser, size, inEstonian);
    await page.press(button(ee.cookies.accept));
    await openFilters(page);
    await page.choose(ee.filter.diameter, 'R17');
    await page.urlWith('diameter=17');
    await page.choose(ee.filter.treadWidth, '225');
    await page.urlWith('treadWidth=225');
    await page.choose(ee.filter.profile, '45');
    await page.urlWith('profile=45');
    await page.textOf({ selector: 'main section[aria-busy="false"]', text: '225/45 R17' });

    await page.press({ selector: 'main section a[href*="/product?id="]' });
    await page.urlWith('/product?id=');
    await page.textOf({ selector: '.buy-line' });
    expect(await page.textOf({ selector: 'h1' })).toContain('225/45 R17');
    await page.press(button(ee.tire.add));
    await page.press(link(ee.tire.inCart));
    await page.urlWith('/cart');
    await page.press(link(ee.cart.toOrder));
    await page.urlWith('/order');
    await page.fill(ee.order.name, 'Mari Maasikas');
    // The shop limits the unpaid orders of an address.
    await page.fill(ee.order.email, `${browser.name}-${size.width}@example.com`);
    await page.fill(ee.order.phone, '+372 5123 4567');
    await page.press(radio('Annelinn'));
    await page.press(radio(ee.order.pickup));
    await page.press(radio(ee.payment.pay_at_branch.label));
    await page.press({ selector: '#field-acceptTerms' });
    await page.press(button(ee.order.submit));
    const number = new URL(await page.urlWith('/success?order=')).searchParams.get('order') ?? '';
    expect(number).toMatch(/^R\d\d-\w{5}$/);
    await page.textOf({ selector: 'h1', text: number });
  });

  test('the keyboard reaches the filters, changes one and adds a tire to the cart', async () => {
    const page = await visit(browser, desktop, inEstonian);
    await page.tabTo({ selector: 'select', name: ee.filter.diameter });
    await page.type('R17');
    await page.urlWith('diameter=17');
    // Before the new list has loaded, Tab would continue in the previous list.
    await page.textOf({ selector: 'main section[aria-busy="false"]', text: '205/55 R17' });
    await page.tabTo(button(ee.tire.add));
    await page.type(keys.enter);
    await page.waitForFocus(link(ee.tire.inCart));
  });

  test.each(sizes)('the language changes on $screen', async ({ size }) => {
    const page = await visit(browser, size, inEstonian);
    await page.press(button(ee.cookies.accept));
    if (size === phone) await page.press(button(ee.nav.menu));
    await page.press(link('Rus'));
    await page.urlWith('/ru');
    expect(await page.textOf({ selector: 'h1', name: ru.home.title })).toBe(ru.home.title);
    await page.open('/faq');
    await page.urlWith('/faq');
    if (size === phone) await page.press(button(ee.nav.menu));
    await page.press(link('Eng'));
    await page.urlWith('/en/faq');
    expect(await page.textOf({ selector: 'h1', name: en.faq.title })).toBe(en.faq.title);
  });
});

/** On a phone the filters are folded. */
async function openFilters(page: Visitor): Promise<void> {
  const filter = { selector: 'select', name: ee.filter.diameter };
  if (!(await page.isShown(filter))) await page.press({ selector: 'main search summary' });
  await page.textOf(filter);
}
