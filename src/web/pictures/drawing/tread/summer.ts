import { cut, type Pattern, sipe } from '../cuts.ts';
import { halfTreadWidth, outsideShoulder, pitchLength, shoulder } from '../projection.ts';
import type { Random } from '../random.ts';

/** Half of the treads are asymmetric, a quarter symmetric, and a quarter directional. Lengths in units of the picture, as in cuts.ts. */
export function summerTread(random: Random): Pattern {
  return random.oneOf([symmetricTread, asymmetricTread, asymmetricTread, directionalTread])(random);
}

function symmetricTread(random: Random): Pattern {
  const pitches = random.between(32, 46);
  const slant = random.between(-34, 34);
  const hasMiddleRib = random.oneOf([true, true, false]);
  const innerX = hasMiddleRib ? random.between(26, 50) : 0;
  const outerX = innerX + random.between(56, 68);
  const width = random.between(18, 28);
  return {
    pitches,
    ringGrooves: [-outerX, ...(hasMiddleRib ? [-innerX, innerX] : [0]), outerX].map((x) => ({ x, width })),
    half: {
      grooves:
        cut({
          from: [outsideShoulder, slant / 2],
          to: [-outerX - random.between(14, 34), 0],
          widths: [random.between(9, 16), 6],
          bow: 4,
        }) +
        cut({
          from: [-outerX + width / 2, 30],
          to: [-outerX + width / 2 + random.between(8, 30), 30 + slant],
          widths: [7, 3],
        }),
      sipes: hasMiddleRib ? sipe([-innerX + width / 2, 20], [-innerX + width / 2 + 18, 20 + slant / 2]) : '',
    },
    otherHalf: 'rotated',
    otherHalfShift: random.oneOf([0, 0.5]),
  };
}

function asymmetricTread(random: Random): Pattern {
  const pitches = random.between(32, 44);
  const pitch = pitchLength(pitches);
  const rise = random.between(14, 48) * random.oneOf([1, -1]);
  const shift = random.between(-14, 14);
  const outerRingX = -98 + shift;
  const middleWidth = () => random.between(20, 34);
  const hasFourthRing = random.oneOf([true, false]);
  const outerRingWidth = random.between(14, 22);
  return {
    pitches,
    ringGrooves: [
      { x: outerRingX, width: outerRingWidth },
      { x: -34 + shift, width: middleWidth() },
      { x: 40 + shift, width: middleWidth() },
      ...(hasFourthRing ? [{ x: 102 + shift, width: random.between(8, 18) }] : []),
    ],
    half: {
      grooves:
        cut({
          from: [outsideShoulder, -rise / 2],
          to: [outerRingX - outerRingWidth, 0],
          widths: [random.between(10, 18), 8],
          bow: 6,
        }) + cut({ from: [outerRingX + 10, rise], to: [random.between(-72, -50) + shift, rise * 1.5], widths: [9, 4] }),
      sipes: sipe([shoulder, pitch / 2 - rise / 2], [outerRingX - 24, pitch / 2]),
    },
    otherHalf: {
      grooves: cut({
        from: [halfTreadWidth + 10, rise],
        to: [hasFourthRing ? 120 : random.between(82, 112), 4],
        widths: [random.between(7, 14), 5],
        bow: -6,
      }),
      sipes:
        random.oneOf([sipe([halfTreadWidth - 30, pitch / 2 + rise], [hasFourthRing ? 126 : 98, pitch / 2 + 6]), '']) +
        sipe([-12, 8], [14, 8 - rise / 2]),
    },
    otherHalfShift: 0,
  };
}

function directionalTread(random: Random): Pattern {
  const pitches = random.between(24, 30);
  const pitch = pitchLength(pitches);
  const rise = random.between(70, 120);
  const innerX = random.between(22, 34);
  const hasTwoRings = random.oneOf([true, true, false]);
  return {
    pitches,
    ringGrooves: (hasTwoRings ? [-innerX, innerX] : [0]).map((x) => ({ x, width: random.between(20, 24) })),
    half: {
      grooves:
        cut({ from: [-innerX - 22, 0], to: [outsideShoulder, -rise], widths: [5, 24], bow: 18 }) +
        cut({
          from: [-108, pitch / 2 - rise * 0.42],
          to: [outsideShoulder, pitch / 2 - rise * 0.9],
          widths: [4, 12],
          bow: 5,
        }),
      sipes: '',
    },
    otherHalf: 'mirrored',
    otherHalfShift: random.oneOf([0, 0.5]),
  };
}
