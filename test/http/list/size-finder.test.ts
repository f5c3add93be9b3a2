import { describe, expect, test } from 'vitest';
import ee from '../../../src/messages/ee.json';
import en from '../../../src/messages/en.json';
import ru from '../../../src/messages/ru.json';
import { elements, textsIn, withPlainSpaces } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

const shop = wholeShop();

type SubmitOptions = { path?: string; furtherQuery?: string };

/** Submits the form with a size. The language of the cookie differs from that of most pages. */
const submitSize = (size: string, { path = '/en', furtherQuery = '' }: SubmitOptions = {}) =>
  shop.get(`${path}?size=${encodeURIComponent(size)}${furtherQuery}`, { cookie: 'locale=ee' });

describe('a size submitted without script', () => {
  test.each([
    ['195/65 R15 91T', '/en?treadWidth=195&profile=65&diameter=15&season=summer'],
    ['1956515', '/en?treadWidth=195&profile=65&diameter=15&season=summer'],
    // With a Cyrillic Р.
    ['195/65 Р15', '/en?treadWidth=195&profile=65&diameter=15&season=summer'],
    ['205/55 R16', '/en?season=summer'],
    ['195R14C', '/en?treadWidth=195&profile=0&diameter=14&season=summer'],
    ['315/80R22,5', '/en?treadWidth=315&profile=80&diameter=22.5&season=summer'],
    // Estonian for studded, a word that the shop knows.
    ['205/55R16 naast', '/en?season=winter_studded'],
    // Estonian for a van.
    ['205/55R16 kaubik', '/en?season=summer&van=1'],
    ['Michelin', '/en?season=summer&manufacturer=michelin'],
    // Estonian for cheap, a word that it does not know.
    ['205/55R16 odav', '/en?season=summer&unread=odav'],
  ])('%s redirects to the list of the size', async (size, location) => {
    const { status, headers } = await submitSize(size);
    expect({ status, location: headers.location }).toEqual({ status: 302, location });
  });

  test('keeps other filters and redirects to the first page', async () => {
    const { headers } = await submitSize('195/65 R15', {
      furtherQuery: '&season=winter_studdable&manufacturer=sava&sort=noise&page=3',
    });
    expect(headers.location).toBe(
      '/en?treadWidth=195&profile=65&diameter=15&season=winter_studdable&manufacturer=sava&sort=noise',
    );
  });

  test('keeps the language of the page', async () => {
    expect((await submitSize('195/65 R15', { path: '/' })).headers.location).toMatch(/^\/\?treadWidth=195/);
    expect((await submitSize('195/65 R15', { path: '/ru' })).headers.location).toMatch(/^\/ru\?treadWidth=195/);
  });

  test.each([
    ['/', 'Michelinn', ee.finder.unreadable],
    ['/ru', '999/55 R16', ru.finder.impossible],
    ['/en', 'wide', en.finder.unreadable],
  ])('at %s with the invalid value %j stays in its field with an error message', async (path, size, message) => {
    const { status, text } = await submitSize(size, { path });
    expect(status).toBe(200);
    const field = elements(text, 'input').find(({ name }) => name === 'size');
    expect(field).toMatchObject({ value: size, 'aria-invalid': 'true' });
    expect(textsIn(text, 'p')).toContain(withPlainSpaces(message));
  });

  test('says which words were not understood', async () => {
    const { text } = await shop.get('/en?season=summer&unread=%3Cb%3Eodav');
    expect(textsIn(text, 'p')).toContain('Not understood: <b>odav');
    expect(textsIn((await shop.get('/en?season=summer')).text, 'p').join()).not.toContain('Not understood');
  });

  test.each(['', ' '])('is ignored if it is %j: the other fields of the form determine the list', async (size) => {
    const { status, headers } = await submitSize(size, {
      furtherQuery: '&treadWidth=225&profile=45&diameter=17&season=summer&manufacturer=&fuel=C',
    });
    const location = '/en?treadWidth=225&profile=45&diameter=17&season=summer&fuel=C';
    expect({ status, location: headers.location }).toEqual({ status: 302, location });
  });

  test('is a field of the filter form', async () => {
    const { text } = await shop.get('/en?season=winter_friction&manufacturer=nokian');
    const forms = elements(text, 'form');
    expect(forms).toEqual([expect.objectContaining({ method: 'get', action: '/en' })]);
    const names = [...elements(text, 'select'), ...elements(text, 'input')].map(({ name }) => name);
    for (const name of ['size', 'treadWidth', 'profile', 'diameter', 'season', 'manufacturer']) {
      expect(names).toContain(name);
    }
  });

  test('is escaped in the response', async () => {
    const { text } = await submitSize('"><script>alert(1)</script>');
    expect(text).not.toContain('<script>alert');
  });

  test('is ignored on other pages', async () => {
    expect((await submitSize('195/65 R15', { path: '/en/cart' })).status).toBe(200);
  });
});
