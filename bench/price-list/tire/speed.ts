import { pick, type Random } from '../random.ts';
import { profileOf } from './size.ts';
import { isSport, type Tire } from './tire.ts';

function isTall({ size }: Tire): boolean {
  return profileOf(size) >= 60;
}

/** Odds of the speed symbols of a summer tire, as `pick` reads them; the functions below return those of other kinds. */
function summerOdds(tire: Tire): string {
  const { rim } = tire.size;
  const { xl } = tire.service;
  if (isSport(tire) && rim >= 17 && profileOf(tire.size) <= 55) return 'Y:1';
  if (rim <= 13) return 'T:1';
  if (rim === 14) return 'T:3 H:2';
  if (rim === 15) return isTall(tire) ? 'H:3 V:1' : 'V:1';
  if (rim === 16) return isTall(tire) ? 'H:3 V:2' : xl ? 'V:2 W:3' : 'V:4 W:1';
  if (rim === 17) return isTall(tire) ? 'H:2 V:3' : xl ? 'W:3 Y:3 V:1' : 'W:3 V:3 Y:1';
  return isTall(tire) ? 'V:3 W:2' : xl ? 'Y:2 W:1' : 'Y:1 W:1';
}

function allSeasonOdds(tire: Tire): string {
  const { rim } = tire.size;
  const { xl } = tire.service;
  if (rim <= 14) return 'T:1';
  if (rim === 15) return isTall(tire) ? 'H:3 T:1 V:1' : 'H:1';
  if (rim === 16) return isTall(tire) ? 'H:1' : xl ? 'V:1' : 'H:2 V:3';
  if (isTall(tire)) return 'V:1 H:1';
  if (rim === 17) return xl ? 'W:2 V:3' : 'V:1';
  return 'W:1 V:1 Y:1';
}

function centralOdds(tire: Tire): string {
  const { rim } = tire.size;
  const { xl } = tire.service;
  if (rim <= 14) return 'T:1';
  if (rim === 15) return isTall(tire) ? 'T:3 H:2' : 'H:1';
  if (rim === 16) return isTall(tire) || !xl ? 'H:1' : 'H:2 V:3';
  if (isTall(tire)) return 'H:3 V:1';
  if (rim >= 19 && isSport(tire)) return 'V:3 W:2';
  return xl ? 'V:1' : 'H:1';
}

function oddsOf(tire: Tire): string {
  const { kind } = tire.model;
  if (kind === 'summer') return summerOdds(tire);
  if (kind === 'all_season') return allSeasonOdds(tire);
  if (kind === 'central') return centralOdds(tire);
  if (kind === 'racing') return tire.size.rim <= 16 ? 'W:1' : 'Y:1';
  return 'T:1';
}

/** Speed symbol of a car tire; for vans and trucks the service description contains it. */
export function speedOf(tire: Tire, random: Random): string {
  const own = tire.model.options.find((option) => option.startsWith('speed:'));
  return own ? own.slice('speed:'.length) : pick(random, oddsOf(tire));
}
