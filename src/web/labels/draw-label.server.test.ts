import decodeQr from 'qr/decode.js';
import { expect, test } from 'vitest';
import { aTire, completeLabel } from '../../../test/support/product.ts';
import type { CompleteLabel } from '../../shop/catalog/tire/label.ts';
import { drawLabel } from './draw-label.server.ts';

const draw = (changes: Partial<CompleteLabel> = {}, tire = aTire()) =>
  drawLabel(tire, { ...completeLabel, ...changes });

/** Returns how far below the top the black arrows of fuel efficiency and wet grip are, in tenths of mm. */
const blackArrowPositions = (svg: string) =>
  [...svg.matchAll(/<path d="M\d+ (\d+)l34 -40h76v80h-76z"\/>/g)].map(([, y]) => Number(y));

test('draws the black arrows at the height of their classes, in equal steps from A to E', () => {
  const positions = (['A', 'B', 'C', 'D', 'E'] as const).map((fuel) => blackArrowPositions(draw({ fuel, wet: 'E' })));
  const positionOfFuelE = positions[4]?.[0];
  expect(new Set(positions.map(([, wet]) => wet))).toEqual(new Set([positionOfFuelE]));
  const steps = positions.slice(1).map(([fuel = 0], index) => fuel - (positions[index]?.[0] ?? 0));
  expect(new Set(steps).size).toBe(1);
  const colouredArrowHeight = 52;
  expect(steps[0]).toBeGreaterThan(colouredArrowHeight);
});

test('draws a label 75 mm wide and 110 mm high', () => {
  expect(draw()).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="75mm" height="110mm" viewBox="0 0 750 1100"/,
  );
});

test('draws a QR code of the link to EPREL, and none without an EPREL id', () => {
  const [, scale = '', d = ''] = /scale\(([\d.]+)\)" d="([^"]*)"/.exec(draw({ eprelId: 1234567 })) ?? [];
  const squares = [...d.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const modules = Math.max(...squares.map(([x]) => x)) + 1;
  const tenthsOfMm = modules * Number(scale);
  expect(tenthsOfMm).toBeCloseTo(126, 0);
  const quietZone = 4;
  const pixelsPerModule = 4;
  const side = (modules + 2 * quietZone) * pixelsPerModule;
  const bytesPerPixel = 4;
  const rgbaPixels = new Uint8Array(side * side * bytesPerPixel).fill(255);
  for (const [x, y] of squares) {
    const left = (x + quietZone) * pixelsPerModule;
    const top = (y + quietZone) * pixelsPerModule;
    for (let row = top; row < top + pixelsPerModule; row += 1) {
      const start = (row * side + left) * bytesPerPixel;
      rgbaPixels.fill(0, start, start + pixelsPerModule * bytesPerPixel);
    }
  }
  expect(decodeQr({ width: side, height: side, data: rgbaPixels })).toBe('https://eprel.ec.europa.eu/qr/1234567');
  expect(draw()).not.toContain('h1v1h-1z');
});

test('draws the noise sign on every label, the snow and ice signs only if the label has them, and ice only for car tires', () => {
  const signCount = (svg: string) => svg.match(/<g transform="translate\([\d.]+ 0\)">/g)?.length;
  expect(signCount(draw())).toBe(1);
  expect(signCount(draw({ snow: true }))).toBe(2);
  expect(signCount(draw({ snow: true, ice: true }))).toBe(3);
  const van = aTire({ marks: ['C'], loadIndex: '109/107', speedIndex: 'T' });
  expect(signCount(draw({ snow: true, ice: true }, van))).toBe(2);
  expect(draw({ ice: true }, van)).not.toContain('ice');
});

test('escapes names and replaces characters that the font lacks', () => {
  const svg = draw({}, aTire({ manufacturer: { id: 'x', label: '"A" & <b>\u0007' }, model: '轮胎 Õ Ж' }));
  expect(svg).toContain('<title id="t">EU tyre label: &quot;A&quot; &amp; &lt;b&gt; 轮胎 Õ Ж 205/55 R16 91V</title>');
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  expect(draw({}, aTire({ manufacturer: { id: 'x', label: '' }, model: '' }))).not.toMatch(/NaN|Infinity/);
});

test('writes a long name smaller, so that it fits the label', () => {
  const long = draw({}, aTire({ model: 'EfficientGrip Performance 2 SealTech '.repeat(4) }));
  // The points of the letters between 200 and 299 tenths of a mm from the top, where the name is.
  const xs = [...long.matchAll(/[ML](-?[\d.]+) 2\d\d(?:\.\d)?/g)].map(([, x]) => Number(x));
  // The line of the name runs from 32 to 718. The outline of a letter can extend 2 beyond it.
  expect(Math.min(...xs)).toBeGreaterThanOrEqual(30);
  expect(Math.max(...xs)).toBeLessThanOrEqual(720);
});
