import { expect, test } from 'vitest';
import { withTable } from './markdown-table.ts';
import { mergedResults, type Results } from './results.ts';

const machine = { cpu: 'A CPU', cores: 2, memoryGb: 8, kernel: 'Linux 6' };
const figure = {
  id: 'pages/home en',
  what: 'home',
  measured: 71.4,
  unit: '%',
  target: { atLeast: 70 },
  floor: { before: 20_100, shop: 14_350.6, after: 20_100 },
  beside: { 'p99 ms': 1.2 },
};

function results(section: string, date: string): Results {
  return { machine, versions: { node: '26' }, sections: { [section]: { date, commit: 'abc', figures: [figure] } } };
}

test('recording some sections keeps the other sections', () => {
  const merged = mergedResults(results('pages', '2026-12-02'), {
    ...results('pages', '2026-12-01'),
    versions: { chromium: '150' },
    sections: { ...results('pages', '2026-12-01').sections, ...results('api', '2026-12-01').sections },
  });
  expect(merged.versions).toEqual({ chromium: '150', node: '26' });
  expect(Object.entries(merged.sections).map(([name, { date }]) => [name, date])).toEqual([
    ['pages', '2026-12-02'],
    ['api', '2026-12-01'],
  ]);
});

test('recording on another machine removes the earlier sections', () => {
  const merged = mergedResults(results('pages', '2026-12-02'), {
    ...results('api', '2026-12-01'),
    machine: { ...machine, cores: 8 },
  });
  expect(Object.keys(merged.sections)).toEqual(['pages']);
});

const page = `Before
<!-- figures: written by \`npm run bench -- --record\` -->
old
<!-- end of figures -->
After`;

test('replaces the table between the markers and nothing else', () => {
  const renewed = withTable(page, results('pages', '2026-12-02T10:00:00Z'));
  expect(renewed).toMatch(/^Before\n<!-- figures/);
  expect(renewed).toMatch(/<!-- end of figures -->\nAfter$/);
  expect(renewed).not.toContain('old');
  expect(renewed).toContain('A CPU, 2 cores, 8 GB, Linux 6; node 26.');
  expect(renewed).toContain('### pages\n\n2026-12-02, commit abc');
  expect(renewed).toContain(
    '| home | 71.4 % | ≥ 70 % | yes | floor 20,100/s, shop 14,351/s, floor 20,100/s; p99 ms 1.2 |',
  );
  expect(withTable(renewed, results('pages', '2026-12-02T10:00:00Z'))).toBe(renewed);
});

test('rejects a page without the markers', () => {
  expect(() => withTable('Before', results('pages', '2026-12-02'))).toThrow('markers');
});
