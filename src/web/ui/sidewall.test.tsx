import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { parseSize, sizeText } from '../../shop/catalog/size.ts';
import type { SizedTire } from '../../shop/catalog/size-parts.ts';
import { Sidewall } from './sidewall.tsx';
import { SidewallDrawing } from './sidewall-drawing.tsx';

// As it is written: imported, it would be compiled.
const en = JSON.parse(readFileSync(join(import.meta.dirname, '../../messages/en.json'), 'utf8'));

function sized(text: string): SizedTire {
  const reading = parseSize(text);
  if (!reading.ok) throw new Error(text);
  const { loadIndex, speedIndex, ...size } = reading.value;
  return { size: { ...size, text: sizeText(size) }, loadIndex: loadIndex ?? '', speedIndex: speedIndex ?? '' };
}

/** Texts of the drawing in their order: the signs of the size, and the numbers of its parts. */
const texts = (html: string) => [...html.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

test('the size stands on the rubber sign by sign, its parts numbered', () => {
  const html = renderToStaticMarkup(<SidewallDrawing tire={sized('205/55 R16 91V')} />);
  expect(texts(html).join('')).toBe('2051/552 R163 914V5');
});

test.each(['205/55 R16 91V', '315/80 R22.5 154/149M', '195 R14C 106/104Q', '245/40 ZR18 (97Y)', '205/55 RF16 91V'])(
  '%s finds room in the drawing',
  (size) => {
    const html = renderToStaticMarkup(<SidewallDrawing tire={sized(size)} />);
    const across = [...html.matchAll(/translate\((-?[\d.]+) -?[\d.]+\) rotate/g)].map(([, x]) => Number(x));
    expect(across.length).toBe(size.length);
    // Half the picture is 320 wide; half a sign's width has to stay free.
    for (const x of across) expect(Math.abs(x)).toBeLessThan(295);
  },
);

function shown(size: string): string[] {
  const html = renderToStaticMarkup(
    <IntlProvider locale="en-GB" messages={en} timeZone="Europe/Tallinn">
      <Sidewall tire={sized(size)} />
    </IntlProvider>,
  );
  expect(html).toContain(`role="img" aria-label="`);
  return [...html.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, item = '']) => item.replace(/<[^>]*>/g, ' ').trim());
}

test('what each part says stands beside it, in the order of the numbers', () => {
  expect(shown('205/55 R16 91V').map((text) => text.replace(/\s+/g, ' '))).toEqual([
    '1 Width 205 mm',
    '2 Height of the sidewall, share of the width 55%',
    '3 Rim diameter 16″',
    '4 Load index 91 615 kg',
    '5 Speed symbol V up to 240 km/h',
  ]);
});

test('a size without profile has four parts', () => {
  expect(shown('195 R14C 106/104Q').map((text) => text.split(/\s+/)[0])).toEqual(['1', '2', '3', '4']);
});

test('the file that pages show as an example is this drawing', async () => {
  const svg = renderToStaticMarkup(<SidewallDrawing tire={sized('205/55 R16 91V')} />);
  // After a change of the drawing: npx vitest run src/web/ui/sidewall.test.tsx -u
  await expect(`${svg}\n`).toMatchFileSnapshot('../../../public/sidewall.svg');
});
