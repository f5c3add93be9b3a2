import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parseSize, sizeText } from '../../../shop/catalog/tire/size.ts';
import type { SizedTire } from '../../../shop/catalog/tire/size-parts.ts';
import { SidewallDrawing } from './sidewall-drawing.tsx';

function tireOfSize(text: string): SizedTire {
  const reading = parseSize(text);
  if (!reading.ok) throw new Error(text);
  const { loadIndex, speedIndex, ...size } = reading.value;
  return { size: { ...size, text: sizeText(size) }, loadIndex: loadIndex ?? '', speedIndex: speedIndex ?? '' };
}

/** Returns the texts of the drawing in order: the characters of the size, and the numbers of its parts. */
const texts = (html: string) => [...html.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

test('draws the size on the sidewall with its parts numbered', () => {
  const html = renderToStaticMarkup(<SidewallDrawing tire={tireOfSize('205/55 R16 91V')} />);
  const partsAndNumbers = ['205', '1', '/', '55', '2', ' ', 'R16', '3', ' ', '91', '4', 'V', '5'];
  expect(texts(html).join('')).toBe(partsAndNumbers.join(''));
});

test.each(['205/55 R16 91V', '315/80 R22.5 154/149M', '195 R14C 106/104Q', '245/40 ZR18 (97Y)', '205/55 RF16 91V'])(
  'fits %s into the drawing',
  (size) => {
    const html = renderToStaticMarkup(<SidewallDrawing tire={tireOfSize(size)} />);
    const middles = [...html.matchAll(/translate\((-?[\d.]+) -?[\d.]+\) rotate/g)].map(([, x]) => Number(x));
    expect(middles.length).toBe(size.length);
    const halfPictureWidth = 320;
    const halfCharacterWidth = 25;
    for (const x of middles) expect(Math.abs(x)).toBeLessThan(halfPictureWidth - halfCharacterWidth);
  },
);

test('draws the same picture as in public/sidewall.svg', async () => {
  const svg = renderToStaticMarkup(<SidewallDrawing tire={tireOfSize('205/55 R16 91V')} />);
  // After a change of the drawing: npx vitest run src/web/pages/product/sidewall-drawing.test.tsx -u
  await expect(`${svg}\n`).toMatchFileSnapshot('../../../../public/sidewall.svg');
});
