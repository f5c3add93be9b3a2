import type { Chance } from '../chance.ts';
import { cut, type Pattern, type Point, type Studs, sipe, slit } from '../cuts.ts';
import { halfWidth, pitchLength } from '../projection.ts';

const edge = -halfWidth;

export function frictionTread(chance: Chance): Pattern {
  return chance.oneOf([arrow, arrow, blocks])(chance, 4);
}

export function studdedTread(chance: Chance, kind: Studs['kind']): Pattern {
  const tread = chance.oneOf([arrow, arrow, blocks])(chance, 2);
  const pitch = pitchLength(tread.pitches);
  const turn = chance.between(1, 2);
  // Six studs in three blocks, each at another distance from the middle, so that no stud follows another on the road.
  const at = [-142, -112, -70, 74, 110, 140].map((x, row): Point => {
    const block = (row * turn) % 3;
    return [x + chance.between(-5, 5), (block + 0.62 - Math.abs(x) / 300) * pitch];
  });
  return { ...tread, studs: { kind, at } };
}

/** V-shaped blocks that point in the direction of rotation. `sipes`: number in each block. */
function arrow(chance: Chance, sipes: number): Pattern {
  const pitches = chance.between(24, 30);
  const pitch = pitchLength(pitches);
  const rise = chance.between(60, 130);
  const groove = chance.between(17, 22);
  const split = chance.between(-100, -78);
  const heart = chance.oneOf([0, 12, 20]);
  const at = (x: number) => (rise * x) / halfWidth;
  const lines = Array.from({ length: sipes }, (_, i) => groove + ((pitch - groove) * (i + 0.6)) / (sipes + 0.2));
  const teeth = chance.between(3, 5);
  return {
    pitches,
    rings: heart ? [{ x: 0, width: heart }] : [],
    half: {
      grooves:
        cut({
          from: [6, 0],
          to: [edge - 10, at(edge - 10)],
          wide: [groove * 0.7, groove * 1.2],
          bow: chance.between(-8, 12),
        }) + slit([split, at(split) + 4], [split + chance.between(14, 34), at(split) + pitch + 6], 13),
      sipes: lines
        .map(
          (t) =>
            sipe([-10, t], [split + 24, t + at(split + 24)], teeth) +
            sipe([split - 6, t + at(split)], [edge, t + at(edge)], teeth - 1),
        )
        .join(''),
    },
    other: 'mirrored',
    stagger: chance.oneOf([0, 0.5, 0.5]),
  };
}

function blocks(chance: Chance, sipes: number): Pattern {
  const pitches = chance.between(28, 34);
  const pitch = pitchLength(pitches);
  const inner = chance.between(30, 38);
  const outer = inner + chance.between(56, 64);
  const slant = chance.between(-24, 24);
  const lines = Array.from({ length: sipes }, (_, i) => 14 + ((pitch - 14) * (i + 0.5)) / sipes);
  return {
    pitches,
    rings: [-outer, -inner, inner, outer].map((x) => ({ x, width: 13 })),
    half: {
      grooves:
        cut({ from: [edge - 10, 0], to: [-outer, slant / 2], wide: [18, 14] }) +
        cut({ from: [-outer, slant / 2 + pitch / 2], to: [-inner, pitch / 2 - slant / 2], wide: [14, 12] }) +
        cut({ from: [-inner, 0], to: [4, slant / 2], wide: [9, 7] }),
      sipes: lines
        .map(
          (t) =>
            sipe([edge, t], [-outer - 9, t + slant / 2], 3) +
            sipe([-outer + 9, t + slant / 2 + pitch / 2], [-inner - 9, t + pitch / 2 - slant / 2], 3) +
            sipe([-inner + 9, t], [0, t + slant / 2], 2),
        )
        .join(''),
    },
    other: 'turned',
    stagger: chance.oneOf([0, 0.5]),
  };
}
