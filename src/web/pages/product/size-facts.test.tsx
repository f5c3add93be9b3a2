import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { aTire } from '../../../../test/support/product.ts';
import en from '../../../messages/en.json';
import type { Product } from '../../../shop/catalog/tire/tire.ts';
import { SizeFacts } from './size-facts.tsx';

/** Returns the texts of each fact: the sign on the tire, its meaning and its value. */
function facts(tire: Partial<Product>): string[] {
  const html = renderToStaticMarkup(
    <IntlProvider locale="en-GB" messages={en} timeZone="Europe/Tallinn">
      <SizeFacts tire={aTire(tire)} />
    </IntlProvider>,
  );
  expect(html).toContain('role="img" aria-label="');
  const contentOfFact = /<dt[^>]*>(.*?)<\/div>/g;
  const tag = /<[^>]*>/g;
  return [...html.matchAll(contentOfFact)].map(([, fact = '']) => fact.replace(tag, ' ').replace(/\s+/g, ' ').trim());
}

test('explains each numbered part of the size below the drawing', () => {
  expect(facts({ marks: ['XL'] })).toEqual([
    '1 205 Width of the tyre 205 mm',
    '2 55 Height of the sidewall, 55% of the width 113 mm',
    '3 R16 Diameter of the rim 16″',
    '4 91 Load index: what one tyre carries 615 kg',
    '5 V Speed rating: how fast it may go up to 240 km/h',
    expect.stringMatching(/^XL /),
    expect.stringMatching(/^DOT .* 2026$/),
  ]);
});

test('explains the four parts of a size without profile, and the height of its sidewall', () => {
  const size = { treadWidth: 195, profile: 0, diameter: 14, text: '195 R14C' };
  expect(facts({ size, loadIndex: '106/104', speedIndex: 'Q', dotYear: null })).toEqual([
    '1 195 Width of the tyre 195 mm',
    '2 R14 Diameter of the rim 14″',
    '3 106/104 Load index: what the tyre carries on a single wheel and on twin wheels 950 / 900 kg',
    '4 Q Speed rating: how fast it may go up to 160 km/h',
    '– Height of the sidewall: full profile, about 80% of the width 156 mm',
  ]);
});
