import { expect, test } from 'vitest';
import { elements } from '../../support/html.ts';
import { wholeShop } from '../../support/shop.ts';

let now = new Date();
const shop = wholeShop({}, { now: () => now });

/** The season that the filter form of a page has selected. */
async function selectedSeason(path: string): Promise<string | undefined> {
  const options = elements((await shop.get(path)).text, 'option').filter((option) => 'selected' in option);
  return options.map(({ value }) => value).find((value) => value === 'summer' || value === 'winter_friction');
}

test('a running shop changes the default season at midnight in Tallinn on 1 March and 1 September', async () => {
  for (const [instant, expected] of [
    ['2026-02-28T21:59:59Z', 'winter_friction'],
    ['2026-02-28T22:00:00Z', 'summer'],
    ['2026-08-31T20:59:59Z', 'summer'],
    ['2026-08-31T21:00:00Z', 'winter_friction'],
  ] as const) {
    now = new Date(instant);
    for (const path of ['/', '/en', '/ru'])
      expect({ instant, season: await selectedSeason(path) }).toEqual({ instant, season: expected });
  }
});

test('does not answer 304 for a page of the previous season', async () => {
  now = new Date('2026-02-28T21:59:59Z');
  const { headers } = await shop.get('/en');
  now = new Date('2026-02-28T22:00:00Z');
  expect((await shop.get('/en', { 'if-none-match': headers.etag ?? '' })).status).toBe(200);
});
