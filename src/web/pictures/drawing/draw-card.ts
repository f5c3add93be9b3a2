import type { TireDesign } from '../../../shop/catalog/tire/tire-image.ts';
import { xmlText } from '../../xml.ts';
import { drawTire } from './draw-tire.ts';

/** `sizes` and `prices` (euros): of the tires of the model that the card shows. */
export type TireCard = TireDesign & { sizes: readonly { text: string; diameter: number }[]; prices: readonly number[] };

/** In pixels, as Facebook recommends for link previews. */
export const cardSize = { width: 1200, height: 630 };

const textWidth = 580;

/** Draws the link preview of a product page: tire, name, sizes and prices, without words, to serve every language. */
export function drawCard({ sizes, prices, ...design }: TireCard): string {
  const { width, height } = cardSize;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<svg x="590" width="630" height="630" viewBox="0 0 240 240">${drawTire(design)}</svg>` +
    '<g font-family="Golos Text" font-weight="700" fill="#1a1c1e">' +
    textLine(design.manufacturer, { y: 170, fontSize: 56 }) +
    textLine(design.model, { y: 262, fontSize: 84 }) +
    textLine(sizeRange(sizes), { y: 400, fontSize: 64 }) +
    textLine(priceRange(prices), { y: 500, fontSize: 64 }) +
    '</g></svg>'
  );
}

function sizeRange(sizes: TireCard['sizes']): string {
  const texts = [...new Set(sizes.map(({ text }) => text))];
  if (texts.length === 1) return texts[0] ?? '';
  return range(
    sizes.map(({ diameter }) => diameter),
    (diameter) => `R${diameter}`,
  );
}

const priceStep = 10;

/** Returns `70–140 €`. In steps of 10 €, because social networks keep a picture for weeks, and prices change. */
function priceRange(prices: readonly number[]): string {
  const lowest = Math.floor(Math.min(...prices) / priceStep) * priceStep;
  const highest = Math.ceil(Math.max(...prices) / priceStep) * priceStep;
  return `${range([lowest, highest], String)} €`;
}

function range(values: readonly number[], textOf: (value: number) => string): string {
  const ends = new Set([textOf(Math.min(...values)), textOf(Math.max(...values))]);
  return [...ends].join('–');
}

/** Draws a text, smaller if it would reach the tire. A capital is about 0.62 of the font size wide. */
function textLine(text: string, { y, fontSize }: { y: number; fontSize: number }): string {
  const fittingSize = Math.min(fontSize, Math.floor(textWidth / (0.62 * Math.max(1, text.length))));
  return `<text x="56" y="${y}" font-size="${fittingSize}">${xmlText(text)}</text>`;
}
