import { expect, test } from 'vitest';
import { renderBitmap } from '../render-bitmap.server.ts';
import { drawCard, type TireCard } from './draw-card.ts';

const card: TireCard = {
  manufacturer: 'Nokian',
  model: 'Hakka & Blue 3',
  season: 'summer',
  runflat: false,
  sizes: [{ text: '205/55 R16', diameter: 16 }],
  prices: [79.9],
};

const cardText = /<text [^>]*y="\d+"[^>]*>([^<]*)</g; // The lettering on the tire has no `y`.
const textsOnCard = (changes: Partial<TireCard>) => {
  const svg = drawCard({ ...card, ...changes });
  return [...svg.matchAll(cardText)].map(([, text]) => text);
};

test.each([
  [{}, ['205/55 R16', '70–80 €']],
  [{ prices: [80, 139.5, 100] }, ['205/55 R16', '80–140 €']],
  [{ prices: [80] }, ['205/55 R16', '80 €']],
  [{ sizes: [16, 22.5, 15].map((diameter) => ({ text: `R${diameter}`, diameter })) }, ['R15–R22.5', '70–80 €']],
  [{ sizes: [195, 205].map((width) => ({ text: `${width}/55 R16`, diameter: 16 })) }, ['R16', '70–80 €']],
])('with %o the card shows name, size and price range', (changes, texts) => {
  expect(textsOnCard(changes)).toEqual(['Nokian', 'Hakka &amp; Blue 3', ...texts]);
});

test('writes a long name smaller, so that it stays beside the tire', () => {
  // 580 pixels for 80 characters that are 0.62 of the font size wide.
  expect(drawCard({ ...card, model: 'x'.repeat(80) })).toContain(`font-size="11">${'x'.repeat(80)}<`);
});

test('is rendered as a PNG of 1200 × 630 pixels and at most 150 kB', async () => {
  const png = await renderBitmap(drawCard(card));
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect([width, height]).toEqual([1200, 630]);
  expect(png.length).toBeLessThan(150_000);
});
