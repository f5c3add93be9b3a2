import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../../test/support/any-text.ts';
import { loadInKg, loadTable, speedInKmh, speedTable } from './indices.ts';

describe('the load index', () => {
  // From ECE R30 and R54, spread over the whole table: a missing or extra entry would shift all that follow.
  test.each([
    [60, 250],
    [70, 335],
    [75, 387],
    [82, 475],
    [88, 560],
    [91, 615],
    [94, 670],
    [98, 750],
    [100, 800],
    [107, 975],
    [109, 1030],
    [115, 1215],
    [121, 1450],
    [126, 1700],
    [131, 1950],
    [140, 2500],
    [149, 3250],
    [154, 3750],
    [160, 4500],
    [164, 5000],
  ])('%d carries %d kg', (index, kg) => expect(loadInKg(`${index}`)).toEqual([kg]));

  test('with two numbers gives the loads for single and twin fitting', () =>
    expect(loadInKg('109/107')).toEqual([1030, 975]));

  test.each(['', '59', '999', 'V', '91.5', '-1'])('%j is unknown', (index) => expect(loadInKg(index)).toEqual([]));

  test('rises by one in each row of the FAQ table, which has the indices of car tires', () => {
    expect(loadTable[0]).toEqual({ index: 60, kg: 250 });
    expect(loadTable.at(-1)).toEqual({ index: 126, kg: 1700 });
    for (const [i, { index, kg }] of loadTable.slice(1).entries()) {
      expect(index).toBe((loadTable[i]?.index ?? 0) + 1);
      expect(kg).toBeGreaterThan(loadTable[i]?.kg ?? 0);
    }
  });
});

describe('the speed symbol', () => {
  test.each([
    ['Q', 160],
    ['T', 190],
    ['U', 200],
    ['H', 210],
    ['V', 240],
    ['W', 270],
    ['Y', 300],
  ])('%s is %d km/h', (symbol, kmh) => expect(speedInKmh(symbol)).toEqual({ kmh, allowsMore: false }));

  test('in brackets allows more than its speed', () => {
    expect(speedInKmh('(Y)')).toEqual({ kmh: 300, allowsMore: true });
  });

  test.each(['', 'O', '()', 'toString', 'v'])('%j is unknown', (symbol) => expect(speedInKmh(symbol)).toBeNull());

  test('rises through the FAQ table, H after U', () => {
    const symbols = speedTable.map(({ symbol }) => symbol).join('');
    expect(symbols).toBe('JKLMNPQRSTUHVWY');
    expect(speedTable.map(({ kmh }) => kmh)).toEqual(speedTable.map(({ kmh }) => kmh).toSorted((a, b) => a - b));
  });
});

test('reads any text as a known or unknown index, never as a property of Object.prototype', () => {
  const text = fc.oneof(anyText, fc.constantFrom('__proto__', '(constructor)', '91/', '1e2', 'length'));
  fc.assert(
    fc.property(text, (text) => {
      for (const kg of loadInKg(text)) expect(kg).toBeGreaterThan(0);
      const speed = speedInKmh(text);
      if (speed) expect(speed.kmh).toBeGreaterThan(0);
    }),
    { seed: 7 },
  );
});
