import { expect, test } from 'vitest';
import { elements } from '../../support/html.ts';
import { fittingPageShop, tickedIn } from '../../support/orders/fitting-page.ts';
import { monday, startAt, tuesday } from '../../support/orders/fitting-shop.ts';

const { order, linkTo, open, send } = fittingPageShop();

const languageLinks = (html: string) => elements(html, 'a').filter(({ hreflang }) => hreflang);
const languageOf = (html: string) => elements(html, 'html')[0]?.lang;

test('the page is in the language of the order, and in another one after a click on its link', async () => {
  const link = await linkTo(await order(startAt(monday, '10:00')));
  const { body } = await open(`${link}&vehicle=suv&from=${tuesday}`);
  expect(languageOf(body)).toBe('en-GB');
  expect(languageLinks(body).map(({ hreflang, lang }) => [hreflang, lang])).toEqual([
    ['et', 'et'],
    ['ru', 'ru'],
  ]);
  const russian = languageLinks(body)[1]?.href ?? '';
  const page = await open(russian);
  expect(page.statusCode).toBe(200);
  expect(languageOf(page.body)).toBe('ru');
  const fields = elements(page.body, 'input').map(({ name, value }) => [name, value]);
  for (const field of [
    ['vehicle', 'suv'],
    ['from', tuesday],
    ['locale', 'ru'],
  ])
    expect(fields).toContainEqual(field);
  const [later] = elements(page.body, 'a').filter(({ href }) => /^\/fitting.*from=2026-12/.test(href ?? ''));
  expect(languageOf((await open(later?.href ?? '')).body)).toBe('ru');
  const refused = await send(russian, { act: 'book', at: '' });
  expect([refused.statusCode, languageOf(refused.body)]).toEqual([400, 'ru']);
  const moved = await send(russian, { act: 'book', at: startAt(tuesday, '12:00'), vehicle: 'suv' });
  expect(languageOf((await open(String(moved.headers.location))).body)).toBe('ru');
});

test('links to languages, days and vehicles keep the ticks of a refused form, also where it left boxes empty', async () => {
  const link = await linkTo(await order(null));
  const withoutTime = { act: 'book', vehicle: 'car' };
  const linksOf = (html: string) =>
    elements(html, 'a').flatMap(({ href = '' }) => (href.startsWith('/fitting?') ? [href] : []));
  const ticked = linksOf((await send(link, { ...withoutTime, storage: 'yes', earlier: 'yes' })).body);
  const kinds = [/locale=ru/, /from=20/, /vehicle=suv/];
  for (const kind of kinds) {
    const url = ticked.find((href) => kind.test(href)) ?? '';
    expect(tickedIn((await open(url)).body), url).toEqual(['storage', 'earlier']);
  }
  await send(link, { ...withoutTime, at: startAt(monday, '10:00'), storage: 'yes' });
  const [estonian = ''] = languageLinks((await send(link, withoutTime)).body).map(({ href }) => href);
  expect(tickedIn((await open(estonian)).body)).toEqual([]);
  expect(tickedIn((await open(link)).body)).toEqual(['storage']);
});

test('an unknown language leaves the page in the language of the order', async () => {
  const link = await linkTo(await order(null));
  expect(languageOf((await open(`${link}&locale=de`)).body)).toBe('en-GB');
});
