import type { Chance } from '../chance.ts';
import { cut, sipe } from '../cuts.ts';
import { halfWidth, pitchLength } from '../projection.ts';
import type { Pattern } from './pattern.ts';

const edge = -halfWidth;

export function truckTread(chance: Chance): Pattern {
  return chance.oneOf([steer, drive])(chance);
}

function steer(chance: Chance): Pattern {
  const pitches = chance.between(50, 60);
  const pitch = pitchLength(pitches);
  const places = chance.oneOf([
    [-100, -34, 34, 100],
    [-90, 0, 90],
  ]);
  const width = chance.between(18, 22);
  return {
    pitches,
    rings: places.map((x) => ({ x, width })),
    half: {
      grooves: places
        .filter((x) => x < 0)
        .map((x) => cut({ from: [x - width / 2 - 12, 2], to: [x + width / 2 + 12, 2], wide: [7, 7] }))
        .join(''),
      sipes: sipe([edge, pitch / 2], [edge + 16, pitch / 2]) + sipe([-12, pitch / 2], [6, pitch / 2]),
    },
    other: 'mirrored',
    stagger: chance.oneOf([0, 0.5]),
  };
}

function drive(chance: Chance): Pattern {
  const pitches = chance.between(30, 34);
  const pitch = pitchLength(pitches);
  const slant = chance.between(10, 30);
  const x = chance.between(70, 80);
  return {
    pitches,
    rings: [
      { x: -x, width: 18 },
      { x: 0, width: 14 },
      { x, width: 18 },
    ],
    half: {
      grooves:
        cut({ from: [edge - 10, -6], to: [-x, 4], wide: [44, 24] }) +
        cut({ from: [-x, pitch / 2], to: [0, pitch / 2 + slant], wide: [22, 18] }),
      sipes: sipe([edge, pitch * 0.72], [-x - 14, pitch * 0.72]) + sipe([-x + 12, pitch], [-10, pitch + slant]),
    },
    other: 'turned',
    stagger: 0.5,
  };
}
