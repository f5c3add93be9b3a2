import { expect, test } from 'vitest';
import { decades, decadesAround, logScale, plot, ticksWithin } from './plot.ts';

const points = [
  [1, 10],
  [10, 100],
  [100, 1000],
] as const;

test('a panel maps its values logarithmically to its frame; one line needs no legend', () => {
  const drawn = plot('What it shows', [
    { title: 'Requests a second', x: 'clients', lines: [{ name: 'page', points }] },
  ]);
  expect(drawn).toContain('aria-label="What it shows"');
  expect(drawn).toContain('class="line a" d="M44 172L164 108L284 44"');
  for (const words of ['Requests a second', 'clients', '1', '10', '100', '1k'])
    expect(drawn).toContain(`>${words}</text>`);
  expect(drawn).not.toContain('>page<');
});

test('two lines in one panel differ in name and colour', () => {
  const lines = ['page', 'api'].map((name) => ({ name, points }));
  const drawn = plot('', [{ title: '', x: '', lines }]);
  expect(drawn).toContain('<tspan class="fill-a">page</tspan>');
  expect(drawn).toContain('<tspan class="fill-b">api</tspan>');
  expect(drawn).toContain('class="line b"');
});

test('each power of ten takes the same length', () => {
  const scale = logScale([1, 1000], [300, 0]);
  expect([1, 10, 100, 1000].map((value) => Math.round(scale(value)))).toEqual([300, 200, 100, 0]);
});

test.each([
  [
    [0.3, 40],
    [0.1, 100],
  ],
  [
    [1, 200],
    [1, 1000],
  ],
  [
    [10, 1000],
    [10, 1000],
  ],
  [[5], [1, 10]],
  [[10], [10, 100]],
])('rounds the range of %o outward to powers of ten: %o', (values, range) => {
  expect(decadesAround(values)).toEqual(range);
});

test('the powers of ten of a range include its ends', () => {
  expect(decades([0.1, 100])).toEqual([0.1, 1, 10, 100]);
});

test('an axis has ticks at its powers of ten and at its end', () => {
  expect(ticksWithin([1, 200])).toEqual([1, 10, 100, 200]);
  expect(ticksWithin([1000, 100_000])).toEqual([1000, 10_000, 100_000]);
  expect(ticksWithin([3, 40])).toEqual([10, 40]);
});
