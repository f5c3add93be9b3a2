import type { Season } from '../../../shop/catalog/season.ts';
import type { Chance } from '../chance.ts';
import { allSeasonTread } from './all-season.ts';
import type { Pattern } from './pattern.ts';
import { racingTread } from './racing.ts';
import { summerTread } from './summer.ts';
import { truckTread } from './truck.ts';
import { frictionTread, studdedTread } from './winter.ts';

const treads: Record<Season, (chance: Chance) => Pattern> = {
  summer: summerTread,
  winter_friction: frictionTread,
  winter_studded: (chance) => studdedTread(chance, 'stud'),
  winter_studdable: (chance) => studdedTread(chance, 'hole'),
  all_season: allSeasonTread,
  truck: truckTread,
  racing: racingTread,
};

export function treadOf(season: Season, chance: Chance): Pattern {
  return treads[season](chance);
}
