import { expect, test } from 'vitest';
import type { Locale } from '../shop/locale.ts';
import { withDayTexts } from './collection-texts.server.ts';

const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-12-28', '2027-05-04'];
const textsAt = (now: string, locale: Locale) =>
  withDayTexts({ until: '', days, branches: {} }, locale, new Date(now)).texts;

test.each([
  ['ee', ['täna', 'homme', 'K, 25. nov', 'E, 28. dets', 'T, 4. mai']],
  ['ru', ['сегодня', 'завтра', 'ср, 25 нояб.', 'пн, 28 дек.', 'вт, 4 мая']],
  ['en', ['today', 'tomorrow', 'Wed 25 Nov', 'Mon 28 Dec', 'Tue 4 May']],
] as const)('days are written in %s; today and tomorrow in Tallinn have their own words', (locale, texts) => {
  expect(textsAt('2026-11-23T21:59:59Z', locale)).toEqual(texts.map(withNoBreakSpaces));
});

test('the day that was tomorrow is today after midnight in Tallinn', () => {
  expect(textsAt('2026-11-23T22:00:00Z', 'en').slice(1, 3)).toEqual(['today', 'tomorrow']);
});

function withNoBreakSpaces(text: string): string {
  return text.replaceAll(' ', '\u00A0');
}
