import type { SeasonCategory } from '../../../../shop/catalog/road/season.ts';
import { cut, type Pattern, sipe } from '../cuts.ts';
import { outsideShoulder, pitchLength, shoulder } from '../projection.ts';
import type { Random } from '../random.ts';
import { summerTread } from './summer.ts';
import { frictionTread, studdedTread } from './winter.ts';

/** Lengths in units of the picture, as in cuts.ts. */
export const treads: Record<SeasonCategory, (random: Random) => Pattern> = {
  summer: summerTread,
  winter_friction: frictionTread,
  winter_studded: (random) => studdedTread(random, 'stud'),
  winter_studdable: (random) => studdedTread(random, 'hole'),
  all_season: (random) => random.oneOf([openVTread, ribbedTread])(random),
  truck: (random) => random.oneOf([steerAxleTread, driveAxleTread])(random),
  racing: racingTread,
};

function racingTread(random: Random): Pattern {
  const x = random.between(18, 40);
  const rise = random.between(80, 150);
  const grooveEndX = random.between(-136, -110);
  const hasShoulderGroove = random.oneOf([true, false]);
  return {
    pitches: random.between(11, 14),
    ringGrooves: [-x, x].map((ringX) => ({ x: ringX, width: 22 })),
    half: {
      grooves:
        cut({ from: [-x - 24, 0], to: [grooveEndX, -rise], widths: [6, 26], bow: 20 }) +
        (hasShoulderGroove
          ? cut({ from: [outsideShoulder, -rise + 140], to: [-130, -rise + 150], widths: [10, 3] })
          : ''),
      sipes: '',
    },
    otherHalf: 'mirrored',
    otherHalfShift: random.oneOf([0, 0.5]),
  };
}

function openVTread(random: Random): Pattern {
  const pitches = random.between(22, 26);
  const pitch = pitchLength(pitches);
  const rise = random.between(110, 160);
  const bow = random.between(20, 34);
  const width = random.between(18, 24);
  return {
    pitches,
    ringGrooves: [],
    half: {
      grooves: cut({ from: [10, 0], to: [outsideShoulder, -rise], widths: [10, width + 8], bow }),
      sipes:
        sipe([-24, pitch / 2 + 18], [-86, pitch / 2 - rise / 3 + bow * 0.9]) +
        sipe([-106, pitch / 2 - rise / 2 + bow], [shoulder, pitch / 2 - rise + 14]),
    },
    otherHalf: 'mirrored',
    otherHalfShift: 0.5,
  };
}

function ribbedTread(random: Random): Pattern {
  const pitches = random.between(30, 36);
  const pitch = pitchLength(pitches);
  const innerX = random.between(26, 36);
  const outerX = innerX + random.between(58, 66);
  const slant = random.between(16, 40);
  return {
    pitches,
    ringGrooves: [
      { x: -outerX, width: 22 },
      { x: -innerX, width: 12 },
      { x: innerX, width: 12 },
      { x: outerX, width: 22 },
    ],
    half: {
      grooves:
        cut({ from: [outsideShoulder, 0], to: [-outerX, slant / 2], widths: [14, 10], bow: 4 }) +
        cut({ from: [-outerX, pitch / 3], to: [-innerX - 14, pitch / 3 + slant], widths: [12, 5] }),
      sipes:
        sipe([shoulder, pitch / 2 - 4], [-outerX - 16, pitch / 2 + slant / 2]) +
        sipe([-outerX + 16, pitch * 0.86], [-innerX - 10, pitch * 0.86 + slant * 0.7]) +
        sipe([-innerX + 10, 10], [0, 10 + slant / 2]),
    },
    otherHalf: 'rotated',
    otherHalfShift: 0.5,
  };
}

function steerAxleTread(random: Random): Pattern {
  const pitches = random.between(50, 60);
  const pitch = pitchLength(pitches);
  const ringPositions = random.oneOf([
    [-100, -34, 34, 100],
    [-90, 0, 90],
  ]);
  const width = random.between(18, 22);
  return {
    pitches,
    ringGrooves: ringPositions.map((x) => ({ x, width })),
    half: {
      grooves: ringPositions
        .filter((x) => x < 0)
        .map((x) => cut({ from: [x - width / 2 - 12, 2], to: [x + width / 2 + 12, 2], widths: [7, 7] }))
        .join(''),
      sipes: sipe([shoulder, pitch / 2], [shoulder + 16, pitch / 2]) + sipe([-12, pitch / 2], [6, pitch / 2]),
    },
    otherHalf: 'mirrored',
    otherHalfShift: random.oneOf([0, 0.5]),
  };
}

function driveAxleTread(random: Random): Pattern {
  const pitches = random.between(30, 34);
  const pitch = pitchLength(pitches);
  const slant = random.between(10, 30);
  const x = random.between(70, 80);
  return {
    pitches,
    ringGrooves: [
      { x: -x, width: 18 },
      { x: 0, width: 14 },
      { x, width: 18 },
    ],
    half: {
      grooves:
        cut({ from: [outsideShoulder, -6], to: [-x, 4], widths: [44, 24] }) +
        cut({ from: [-x, pitch / 2], to: [0, pitch / 2 + slant], widths: [22, 18] }),
      sipes: sipe([shoulder, pitch * 0.72], [-x - 14, pitch * 0.72]) + sipe([-x + 12, pitch], [-10, pitch + slant]),
    },
    otherHalf: 'rotated',
    otherHalfShift: 0.5,
  };
}
