import { expect, test } from 'vitest';
import { exceptionLines, weekLines } from './opening-hours.server.ts';

const hours = {
  weekdays: { opens: '09:00', closes: '18:00' },
  weekends: 'by-booking' as const,
  exceptions: {
    '2026-12-24': null,
    '2026-12-25': null,
    '2026-12-31': { opens: '09:00', closes: '14:00' },
    '2027-01-01': null,
  },
};
const saturdays = { opens: '10:00', closes: '15:00' };

test('the lines of a week name Saturday and Sunday together, unless Saturdays have hours', () => {
  expect(weekLines(hours, 'en')).toEqual([
    { text: 'Monday–Friday', times: '09:00–18:00' },
    { text: 'Weekends by booking', times: '' },
  ]);
  expect(weekLines({ ...hours, saturdays }, 'ee')).toEqual([
    { text: 'Esmaspäev–reede', times: '09:00–18:00' },
    { text: 'Laupäev', times: '10:00–15:00' },
    { text: 'Pühapäeval ettetellimisel', times: '' },
  ]);
});

test.each([
  ['2026-12-16', []],
  ['2026-12-17', ['Thu 24 December: closed']],
  ['2026-12-24', ['Thu 24 December: closed', 'Fri 25 December: closed', 'Thu 31 December: 09:00–14:00']],
  ['2026-12-26', ['Thu 31 December: 09:00–14:00', 'Fri 1 January: closed']],
  ['2027-01-02', []],
])('on %s the exceptions of today and the next seven days are %j', (today, expected) => {
  expect(exceptionLines(hours, 'en', today).map(({ text, times }) => `${text} ${times}`)).toEqual(expected);
});

test.each([
  ['ee', 'N, 24. detsember: suletud'],
  ['ru', 'чт, 24 декабря: закрыто'],
] as const)('writes an exception in %s as %s', (locale, expected) => {
  const [first] = exceptionLines(hours, locale, '2026-12-20');
  expect(`${first?.text} ${first?.times}`).toBe(expected);
});
