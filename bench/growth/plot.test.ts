import { expect, test } from 'vitest';
import { plot } from './plot.ts';

const points = [
  [1, 10],
  [10, 100],
  [100, 1000],
] as const;

test('a panel goes from corner to corner of its frame, by the logarithm', () => {
  const drawn = plot('What it shows', [
    { title: 'Requests a second', x: 'clients', lines: [{ name: 'page', points }] },
  ]);
  expect(drawn).toContain('aria-label="What it shows"');
  expect(drawn).toContain('class="line a" d="M44 172L164 108L284 44"');
  for (const words of ['Requests a second', 'clients', '1', '10', '100', '1k'])
    expect(drawn).toContain(`>${words}</text>`);
  expect(drawn).not.toContain('>page<');
});

test('two lines in one panel are told apart by name and colour', () => {
  const lines = ['page', 'api'].map((name) => ({ name, points }));
  const drawn = plot('', [{ title: '', x: '', lines }]);
  expect(drawn).toContain('<tspan class="fill-a">page</tspan>');
  expect(drawn).toContain('<tspan class="fill-b">api</tspan>');
  expect(drawn).toContain('class="line b"');
});
