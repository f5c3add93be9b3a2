import { describe, expect, test } from 'vitest';
import type { FittingSlots } from '../../shop/fitting/slots-answer.ts';
import { readSlots } from './fitting-slots.ts';

const free = { at: '2026-11-27T07:00:00.000Z', time: '09:00' };

function page(days: [day: string, isOpen: boolean][], nextDay: string | null): FittingSlots {
  return {
    reason: null,
    minutes: 30,
    price: 66,
    vehicle: 'car',
    earliest: '2026-11-27',
    days: days.map(([day, isOpen]) => ({
      day,
      opens: '09:00',
      closes: '18:00',
      state: isOpen ? 'open' : 'full',
      starts: isOpen ? [free] : [],
    })),
    nextDay,
  };
}

const first = page(
  [
    ['2026-11-27', true],
    ['2026-11-30', false],
  ],
  '2026-12-01',
);
const second = page(
  [
    ['2026-12-01', false],
    ['2026-12-02', true],
  ],
  '2026-12-03',
);
const third = page([['2026-12-03', true]], null);

async function read(openDays: number, through: string | null = null) {
  const asked: (string | null)[] = [];
  const pages = new Map([
    [null, first],
    ['2026-12-01', second],
    ['2026-12-03', third],
  ]);
  const { days, nextDay } = await readSlots(
    async (from) => {
      asked.push(from);
      return pages.get(from) as FittingSlots;
    },
    { openDays, through },
  );
  return { asked, days: days.map(({ day }) => day), nextDay };
}

describe('free fitting times', () => {
  test('are read until enough days have free times', async () => {
    expect(await read(1)).toMatchObject({ asked: [null], nextDay: '2026-12-01' });
    expect(await read(2)).toEqual({
      asked: [null, '2026-12-01'],
      days: ['2026-11-27', '2026-11-30', '2026-12-01', '2026-12-02'],
      nextDay: '2026-12-03',
    });
  });

  test('are read at least to the day of the chosen time', async () => {
    expect(await read(1, '2026-11-30')).toMatchObject({ asked: [null] });
    expect(await read(1, '2026-12-02')).toMatchObject({ asked: [null, '2026-12-01'] });
  });

  test('are read to the end if too few days have free times', async () => {
    expect(await read(9)).toMatchObject({ asked: [null, '2026-12-01', '2026-12-03'], nextDay: null });
  });
});
