import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../../test/support/any-text.ts';
import { readLabel } from './eu-label.ts';

test.each([
  // Spellings from real lists.
  ['e b 73', 'E', 'B', 73, null, []],
  ['c a b   72dB', 'C', 'A', 72, 'B', []],
  ['C B B (70 dB)', 'C', 'B', 70, 'B', []],
  ['d c b', 'D', 'C', null, 'B', []],
  ['C/A/70B', 'C', 'A', 70, 'B', []],
  ['B-A-69-A', 'B', 'A', 69, 'A', []],
  ['C, B, 71 dB, B', 'C', 'B', 71, 'B', []],
  ['c b b72', 'C', 'B', 72, 'B', []],
  ['C B (70)', 'C', 'B', 70, null, []],
  ['', null, null, null, null, []],
  ['72dB', null, null, 72, null, []],
  // The scale before 2021, with F and G, which are not classes any more.
  ['C F 72', 'C', null, 72, null, ['wet']],
  ['G G 75 C', null, null, 75, 'C', ['fuel', 'wet']],
  // Values given as unknown.
  ['- B 72', null, 'B', 72, null, []],
  ['C - 72', 'C', null, 72, null, []],
  // Impossible noise values and noise classes.
  ['C B 30', 'C', 'B', null, null, ['noise_db']],
  ['C B 120 dB', 'C', 'B', null, null, ['noise_db']],
  ['C B 7', 'C', 'B', null, null, ['noise_db']],
  ['C B D 72', 'C', 'B', 72, null, ['noise_class']],
  // Noise waves of the old label.
  ['E C )))', 'E', 'C', null, null, ['noise_class']],
  ['E C 73 ))', 'E', 'C', 73, null, ['noise_class']],
  // Labels without a clear value.
  ['C 72', null, null, null, null, ['label']],
  ['c', null, null, null, null, ['label']],
  ['C B B B 72', null, null, null, null, ['label']],
  ['C B 71 72', null, null, null, null, ['label']],
  ['C B 72.5', null, null, null, null, ['label']],
  ['CB72', null, null, null, null, ['label']],
  ['С В 72', null, null, null, null, ['label']], // Cyrillic letters
  ['puudub', null, null, null, null, ['label']],
  ['72 C B', null, null, null, null, ['label']],
  ['C B 7200', null, null, null, null, ['label']],
  [`C B ${' '.repeat(100)}72`, null, null, null, null, ['label']],
])(
  'the label %j has fuel %s, wet %s, noise %s dB, noise class %s and the unclear values %j',
  (text, fuel, wet, noise_db, noise_class, unclearNames) => {
    expect(readLabel(text)).toEqual({ fuel, wet, noise_db, noise_class, unclearNames });
  },
);

test('reads only valid values from any text', () => {
  const almostLabel = fc.array(
    fc.constantFrom('A', 'b', 'E', 'G', '72', '(70 dB)', ')))', '-', ' ', '/', ';', '__proto__', '999'),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        almostLabel.map((parts) => parts.join(' ')),
        anyText,
      ),
      (text) => {
        const { fuel, wet, noise_db, noise_class } = readLabel(text);
        for (const grade of [fuel, wet]) expect(grade ?? 'A').toMatch(/^[A-E]$/);
        expect(noise_class ?? 'A').toMatch(/^[A-C]$/);
        expect((noise_db ?? 50) >= 50 && (noise_db ?? 90) <= 90).toBe(true);
      },
    ),
    { seed: 7, numRuns: 500 },
  );
});
