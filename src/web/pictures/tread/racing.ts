import type { Chance } from '../chance.ts';
import { cut } from '../cuts.ts';
import { halfWidth } from '../projection.ts';
import type { Pattern } from './pattern.ts';

/** All but smooth: two grooves for rain and a few long sweeps. */
export function racingTread(chance: Chance): Pattern {
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
