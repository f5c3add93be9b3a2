import type { Season } from '../../../../shop/catalog/road/season.ts';
import type { Chance } from '../chance.ts';
import { cut } from '../cuts.ts';
import { halfWidth } from '../projection.ts';
import { allSeasonTread } from './all-season.ts';
import type { Pattern } from './pattern.ts';
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

function racingTread(chance: Chance): Pattern {
  const x = chance.between(18, 40);
  const rise = chance.between(80, 150);
  const reach = chance.between(-136, -110);
  const outer = chance.oneOf([true, false]);
  return {
    pitches: chance.between(11, 14),
    rings: [-x, x].map((x) => ({ x, width: 22 })),
    half: {
      grooves:
        cut({ from: [-x - 24, 0], to: [reach, -rise], wide: [6, 26], bow: 20 }) +
        (outer ? cut({ from: [-halfWidth - 10, -rise + 140], to: [-130, -rise + 150], wide: [10, 3] }) : ''),
      sipes: '',
    },
    other: 'mirrored',
    stagger: chance.oneOf([0, 0.5]),
  };
}
