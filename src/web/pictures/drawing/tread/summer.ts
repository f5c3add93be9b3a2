import type { Chance } from '../chance.ts';
import { cut, type Pattern, sipe } from '../cuts.ts';
import { halfWidth, pitchLength } from '../projection.ts';

const shoulder = -halfWidth;

/** Asymmetric treads are twice as likely as each other kind. */
export function summerTread(chance: Chance): Pattern {
  return chance.oneOf([symmetric, asymmetric, asymmetric, directional])(chance);
}

function symmetric(chance: Chance): Pattern {
  const pitches = chance.between(32, 46);
  const slant = chance.between(-34, 34);
  const hasMiddleRib = chance.oneOf([true, true, false]);
  const inner = hasMiddleRib ? chance.between(26, 50) : 0;
  const outer = inner + chance.between(56, 68);
  const width = chance.between(18, 28);
  return {
    pitches,
    rings: [-outer, ...(hasMiddleRib ? [-inner, inner] : [0]), outer].map((x) => ({ x, width })),
    half: {
      grooves:
        cut({
          from: [shoulder - 10, slant / 2],
          to: [-outer - chance.between(14, 34), 0],
          widths: [chance.between(9, 16), 6],
          bow: 4,
        }) +
        cut({
          from: [-outer + width / 2, 30],
          to: [-outer + width / 2 + chance.between(8, 30), 30 + slant],
          widths: [7, 3],
        }),
      sipes: hasMiddleRib ? sipe([-inner + width / 2, 20], [-inner + width / 2 + 18, 20 + slant / 2]) : '',
    },
    other: 'turned',
    stagger: chance.oneOf([0, 0.5]),
  };
}

function asymmetric(chance: Chance): Pattern {
  const pitches = chance.between(32, 44);
  const pitch = pitchLength(pitches);
  const rise = chance.between(14, 48) * chance.oneOf([1, -1]);
  const shift = chance.between(-14, 14);
  const middleWidth = () => chance.between(20, 34);
  const hasFourthRing = chance.oneOf([true, false]);
  const innerWidth = chance.between(14, 22);
  return {
    pitches,
    rings: [
      { x: -98 + shift, width: innerWidth },
      { x: -34 + shift, width: middleWidth() },
      { x: 40 + shift, width: middleWidth() },
      ...(hasFourthRing ? [{ x: 102 + shift, width: chance.between(8, 18) }] : []),
    ],
    half: {
      grooves:
        cut({
          from: [shoulder - 10, -rise / 2],
          to: [-98 + shift - innerWidth, 0],
          widths: [chance.between(10, 18), 8],
          bow: 6,
        }) + cut({ from: [-88 + shift, rise], to: [chance.between(-72, -50) + shift, rise * 1.5], widths: [9, 4] }),
      sipes: sipe([shoulder, pitch / 2 - rise / 2], [-122 + shift, pitch / 2]),
    },
    other: {
      grooves: cut({
        from: [halfWidth + 10, rise],
        to: [hasFourthRing ? 120 : chance.between(82, 112), 4],
        widths: [chance.between(7, 14), 5],
        bow: -6,
      }),
      sipes:
        chance.oneOf([sipe([halfWidth - 30, pitch / 2 + rise], [hasFourthRing ? 126 : 98, pitch / 2 + 6]), '']) +
        sipe([-12, 8], [14, 8 - rise / 2]),
    },
    stagger: 0,
  };
}

function directional(chance: Chance): Pattern {
  const pitches = chance.between(24, 30);
  const pitch = pitchLength(pitches);
  const rise = chance.between(70, 120);
  const inner = chance.between(22, 34);
  const rings = chance.oneOf([[-inner, inner], [-inner, inner], [0]]);
  return {
    pitches,
    rings: rings.map((x) => ({ x, width: chance.between(20, 24) })),
    half: {
      grooves:
        cut({ from: [-inner - 22, 0], to: [shoulder - 10, -rise], widths: [5, 24], bow: 18 }) +
        cut({
          from: [-108, pitch / 2 - rise * 0.42],
          to: [shoulder - 10, pitch / 2 - rise * 0.9],
          widths: [4, 12],
          bow: 5,
        }),
      sipes: '',
    },
    other: 'mirrored',
    stagger: chance.oneOf([0, 0.5]),
  };
}
