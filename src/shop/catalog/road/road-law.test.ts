import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type messages from '../../../messages/en.json';
import { type Locale, localeIds, locales } from '../../locale.ts';
import { isWithin, type Period, roadLaw } from './road-law.ts';

const { winterTires, studs, snowMark, tread, winterSpeed } = roadLaw;

describe('a yearly period', () => {
  const winter: Period = winterTires.obligatory;
  test.each([
    ['2026-11-30', false],
    ['2026-12-01', true],
    ['2026-12-31', true],
    ['2027-01-01', true],
    ['2028-02-29', true],
    ['2027-03-01', true],
    ['2028-03-01', true],
    ['2027-03-02', false],
    ['2027-07-15', false],
  ])('contains, if the period runs over New Year, %s: %s', (day, expected) => {
    expect(isWithin(day, winter)).toBe(expected);
  });

  test('contains its first and last day if the period does not run over New Year', () => {
    const april = { from: { month: 4, day: 1 }, to: { month: 4, day: 30 } };
    expect(['2026-03-31', '2026-04-01', '2026-04-30', '2026-05-01'].map((day) => isWithin(day, april))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

// Read from the files: an import would give the compiled messages.
function readMessages(locale: Locale): typeof messages {
  return JSON.parse(readFileSync(new URL(`../../../messages/${locale}.json`, import.meta.url), 'utf8'));
}

/** Matches a day as each language writes it: `15 October`, `15. oktoobri`, `15 октября`. */
function dayPattern(locale: Locale, { month, day }: { month: number; day: number }): RegExp {
  const name = new Intl.DateTimeFormat(locales[locale].intl, { month: 'long', day: 'numeric' })
    .formatToParts(new Date(Date.UTC(2026, month - 1, day)))
    .find(({ type }) => type === 'month')?.value;
  // Estonian inflects the month: oktoober, oktoobrist.
  const stem = locale === 'ee' ? name?.slice(0, 4) : name;
  return new RegExp(`(?<!\\d)${day}\\.?\\s${stem}`);
}

describe.each(localeIds)('the messages in %s agree with the law', (locale) => {
  const messageTexts = readMessages(locale);
  const faq = messageTexts.faq.sections.winterLaw.body;
  const { rule } = messageTexts.product.road;
  const { law } = messageTexts.cart;

  test.each([
    ['winter tires in the FAQ', faq, [winterTires.obligatory]],
    ['studs in the FAQ', faq, [studs.allowed, studs.inWintryConditions]],
    ['summer tires on the product page', rule.summer, [winterTires.obligatory]],
    ['tires without the snow mark on the product page', rule.unmarked, [winterTires.obligatory]],
    ['tires whose snow mark is not known on the product page', rule.unknown, [winterTires.obligatory]],
    ['studs on the product page', rule.studded, [studs.allowed, studs.inWintryConditions]],
    ['summer tires in the cart', law.summer, [winterTires.obligatory]],
    ['studs in the cart', law.studded, [studs.allowed]],
  ])('on %s', (_what, text, periods) => {
    for (const { from, to } of periods) {
      expect(text).toMatch(dayPattern(locale, from));
      expect(text).toMatch(dayPattern(locale, to));
    }
  });

  test('on the snow mark, the tread depth and the speed symbol', () => {
    expect(faq).toContain(snowMark.mark);
    expect(faq).toContain(snowMark.since.slice(0, 4));
    expect(faq).toMatch(new RegExp(`${tread.winterMm}\\smm|${tread.winterMm}\\sмм`));
    expect(faq).toMatch(/1[.,]6\s(mm|мм)/);
    expect(messageTexts.faq.sections.loadAndSpeed.body).toMatch(
      new RegExp(`(?<![A-Z])${winterSpeed.minSymbol}(?![A-Z])`),
    );
    for (const vehicle of ['L6e', 'L7e'] as const) {
      expect(winterTires.vehicles).toContain(vehicle);
      expect(faq).toContain(vehicle);
    }
  });
});
