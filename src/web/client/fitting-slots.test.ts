import { describe, expect, test } from 'vitest';
import type { FittingSlots } from '../../shop/fitting/slots-answer.ts';
import { readSlots } from './fitting-slots.ts';

const freeStart = { at: '2026-11-27T07:00:00.000Z', time: '09:00' };

function slotsPage(days: [day: string, hasFreeStart: boolean][], nextDay: string | null): FittingSlots {
  return {
    reason: null,
    minutes: 30,
    price: 66,
    vehicle: 'car',
    earliest: '2026-11-27',
    days: days.map(([day, hasFreeStart]) => ({
      day,
      opens: '09:00',
      closes: '18:00',
      state: hasFreeStart ? 'open' : 'full',
      starts: hasFreeStart ? [freeStart] : [],
    })),
    nextDay,
  };
}

const firstPage = slotsPage(
  [
    ['2026-11-27', true],
    ['2026-11-30', false],
  ],
  '2026-12-01',
);
const secondPage = slotsPage(
  [
    ['2026-12-01', false],
    ['2026-12-02', true],
  ],
  '2026-12-03',
);
const thirdPage = slotsPage([['2026-12-03', true]], null);

async function read({ openDays, through = null }: { openDays: number; through?: string | null }) {
  const requestedFrom: (string | null)[] = [];
  const pages = new Map([
    [null, firstPage],
    ['2026-12-01', secondPage],
    ['2026-12-03', thirdPage],
  ]);
  const { days, nextDay } = await readSlots(
    async (from) => {
      requestedFrom.push(from);
      return pages.get(from) as FittingSlots;
    },
    { openDays, through },
  );
  return { requestedFrom, days: days.map(({ day }) => day), nextDay };
}

describe('free fitting times', () => {
  test('are read until enough days have free times', async () => {
    expect(await read({ openDays: 1 })).toMatchObject({ requestedFrom: [null], nextDay: '2026-12-01' });
    expect(await read({ openDays: 2 })).toEqual({
      requestedFrom: [null, '2026-12-01'],
      days: ['2026-11-27', '2026-11-30', '2026-12-01', '2026-12-02'],
      nextDay: '2026-12-03',
    });
  });

  test('are read at least to the day of the chosen time', async () => {
    expect(await read({ openDays: 1, through: '2026-11-30' })).toMatchObject({ requestedFrom: [null] });
    expect(await read({ openDays: 1, through: '2026-12-02' })).toMatchObject({
      requestedFrom: [null, '2026-12-01'],
    });
  });

  test('are read to the end if too few days have free times', async () => {
    const moreThanAll = 4;
    expect(await read({ openDays: moreThanAll })).toMatchObject({
      requestedFrom: [null, '2026-12-01', '2026-12-03'],
      nextDay: null,
    });
  });
});
