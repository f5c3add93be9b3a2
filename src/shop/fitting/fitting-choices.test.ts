import { describe, expect, test } from 'vitest';
import shopConfig from '../../../shop.config.ts';
import { fittingChoices } from './fitting-choices.ts';
import type { FittedTire } from './work.ts';

const tires = (changes: Partial<FittedTire> = {}): FittedTire[] => [
  { count: 4, rim: 17, runFlat: false, commercial: false, needsSpecialist: false, ...changes },
];
const choices = (branch: string, changes?: Partial<FittedTire>) =>
  fittingChoices(shopConfig, branch, tires(changes)).map(({ vehicle, minutes, priceCents }) => [
    vehicle,
    minutes,
    priceCents,
  ]);

describe('the vehicles for which a buyer can book fitting', () => {
  test('have the minutes and the price in `works` of the configuration', () => {
    expect(choices('ringtee')).toEqual([
      ['car', 30, 6600],
      ['suv', 45, 7800],
      ['van', 45, 7800],
    ]);
  });

  test('exclude the car for tires with the mark C', () => {
    expect(choices('ringtee', { commercial: true }).map(([vehicle]) => vehicle)).toEqual(['suv', 'van']);
  });

  test('are those for which the branch has a bay', () => {
    const branches = shopConfig.branches.map((branch) => ({
      ...branch,
      fitting: { bays: branch.fitting.bays.map((bay) => ({ ...bay, vans: false })) },
    }));
    const choicesWithoutVans = fittingChoices({ ...shopConfig, branches }, 'ringtee', tires());
    expect(choicesWithoutVans.map(({ vehicle }) => vehicle)).toEqual(['car', 'suv']);
    expect(choices('annelinn', { rim: 21 })).toEqual([]); // its bays take rims up to 20″
  });

  test.each([
    ['more than four wheels', { count: 5 }],
    ['tires that only a specialist can fit', { needsSpecialist: true }],
    ['rims larger than any in `works`', { rim: 24 }],
  ])('are none for %s', (_, changes) => {
    expect(choices('ringtee', changes)).toEqual([]);
  });

  test('are none at a branch without bays', () => {
    const branches = shopConfig.branches.map(({ fitting: _, ...branch }) => branch);
    expect(fittingChoices({ ...shopConfig, branches }, 'ringtee', tires())).toEqual([]);
  });
});
