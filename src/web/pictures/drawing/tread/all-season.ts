import type { Chance } from '../chance.ts';
import { cut, sipe } from '../cuts.ts';
import { halfWidth, pitchLength } from '../projection.ts';
import type { Pattern } from './pattern.ts';

const edge = -halfWidth;

export function allSeasonTread(chance: Chance): Pattern {
  return chance.oneOf([openV, ribbed])(chance);
}

function openV(chance: Chance): Pattern {
  const pitches = chance.between(22, 26);
  const pitch = pitchLength(pitches);
  const rise = chance.between(110, 160);
  const bow = chance.between(20, 34);
  const wide = chance.between(18, 24);
  return {
    pitches,
    rings: [],
    half: {
      grooves: cut({ from: [10, 0], to: [edge - 10, -rise], wide: [10, wide + 8], bow }),
      sipes:
        sipe([-24, pitch / 2 + 18], [-86, pitch / 2 - rise / 3 + bow * 0.9]) +
        sipe([-106, pitch / 2 - rise / 2 + bow], [edge, pitch / 2 - rise + 14]),
    },
    other: 'mirrored',
    stagger: 0.5,
  };
}

function ribbed(chance: Chance): Pattern {
  const pitches = chance.between(30, 36);
  const pitch = pitchLength(pitches);
  const inner = chance.between(26, 36);
  const outer = inner + chance.between(58, 66);
  const slant = chance.between(16, 40);
  return {
    pitches,
    rings: [
      { x: -outer, width: 22 },
      { x: -inner, width: 12 },
      { x: inner, width: 12 },
      { x: outer, width: 22 },
    ],
    half: {
      grooves:
        cut({ from: [edge - 10, 0], to: [-outer, slant / 2], wide: [14, 10], bow: 4 }) +
        cut({ from: [-outer, pitch / 3], to: [-inner - 14, pitch / 3 + slant], wide: [12, 5] }),
      sipes:
        sipe([edge, pitch / 2 - 4], [-outer - 16, pitch / 2 + slant / 2]) +
        sipe([-outer + 16, pitch * 0.86], [-inner - 10, pitch * 0.86 + slant * 0.7]) +
        sipe([-inner + 10, 10], [0, 10 + slant / 2]),
    },
    other: 'turned',
    stagger: 0.5,
  };
}
