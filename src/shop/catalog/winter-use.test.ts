import { expect, test } from 'vitest';
import type { Season } from './season.ts';
import { winterUse } from './winter-use.ts';

test.each<[Season, string[], ReturnType<typeof winterUse>]>([
  ['summer', [], 'summer'],
  ['summer', ['M+S'], 'summer'],
  ['winter_studded', [], 'studded'],
  ['winter_studded', ['3PMSF'], 'studded'],
  ['winter_friction', ['M+S', '3PMSF'], 'accepted'],
  ['winter_friction', ['M+S'], 'notAccepted'],
  ['winter_studdable', ['3PMSF'], 'accepted'],
  ['all_season', ['XL', '3PMSF'], 'accepted'],
  ['all_season', ['M+S'], 'notAccepted'],
  ['truck', ['3PMSF'], null],
  ['racing', [], null],
])('in winter a tire of season %s with marks %j: %s', (season, marks, use) => {
  expect(winterUse({ season, marks })).toBe(use);
});
