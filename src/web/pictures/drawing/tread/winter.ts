import { cut, type Pattern, type Point, type Studs, sipe, slit } from '../cuts.ts';
import { halfTreadWidth, outsideShoulder, pitchLength, shoulder } from '../projection.ts';
import type { Random } from '../random.ts';

// Lengths in this file are in units of the picture, as in cuts.ts.
const sipesPerFrictionBlock = 4;
const sipesPerStuddedBlock = 2;

export function frictionTread(random: Random): Pattern {
  return random.oneOf([arrowTread, arrowTread, blockTread])(random, sipesPerFrictionBlock);
}

export function studdedTread(random: Random, kind: Studs['kind']): Pattern {
  const tread = random.oneOf([arrowTread, arrowTread, blockTread])(random, sipesPerStuddedBlock);
  const pitch = pitchLength(tread.pitches);
  const blockStep = random.between(1, 2);
  // Six studs in three blocks, each at another distance from the middle, so that no stud runs in the track of another.
  const xsOfStuds = [-142, -112, -70, 74, 110, 140];
  const studPoints = xsOfStuds.map((x, i): Point => {
    const block = (i * blockStep) % 3;
    // Studs further from the middle come earlier in the block, as the V-shaped edges of `arrowTread` do.
    const shareOfBlock = 0.62 - Math.abs(x) / 300;
    return [x + random.between(-5, 5), (block + shareOfBlock) * pitch];
  });
  return { ...tread, studs: { kind, points: studPoints } };
}

/** V-shaped blocks that point in the direction of rotation, with `sipeCount` sipes in each. */
function arrowTread(random: Random, sipeCount: number): Pattern {
  const pitches = random.between(24, 30);
  const pitch = pitchLength(pitches);
  const rise = random.between(60, 130);
  const grooveWidth = random.between(17, 22);
  const slitX = random.between(-100, -78);
  const slitWidth = 13;
  const middleGroove = random.oneOf([0, 12, 20]);
  const riseAt = (x: number) => (rise * x) / halfTreadWidth;
  const blockLength = pitch - grooveWidth;
  // The distance from an edge of the block to its nearest sipe, as a share of the distance between two sipes.
  const inset = 0.6;
  const distancesInBlock = sipeCount - 1 + 2 * inset;
  const sipePositions = Array.from(
    { length: sipeCount },
    (_, i) => grooveWidth + (blockLength * (i + inset)) / distancesInBlock,
  );
  const teeth = random.between(3, 5);
  const bow = random.between(-8, 12);
  const slitStart: Point = [slitX, riseAt(slitX) + 4];
  const slitEnd: Point = [slitX + random.between(14, 34), riseAt(slitX) + pitch + 6];
  return {
    pitches,
    ringGrooves: middleGroove ? [{ x: 0, width: middleGroove }] : [],
    half: {
      grooves:
        cut({
          from: [6, 0],
          to: [outsideShoulder, riseAt(outsideShoulder)],
          widths: [grooveWidth * 0.7, grooveWidth * 1.2],
          bow,
        }) + slit(slitStart, slitEnd, slitWidth),
      sipes: sipePositions
        .map(
          (t) =>
            sipe([-10, t], [slitX + 24, t + riseAt(slitX + 24)], teeth) +
            sipe([slitX - 6, t + riseAt(slitX)], [shoulder, t + riseAt(shoulder)], teeth - 1),
        )
        .join(''),
    },
    otherHalf: 'mirrored',
    otherHalfShift: random.oneOf([0, 0.5, 0.5]),
  };
}

function blockTread(random: Random, sipeCount: number): Pattern {
  const pitches = random.between(28, 34);
  const pitch = pitchLength(pitches);
  const innerX = random.between(30, 38);
  const outerX = innerX + random.between(56, 64);
  const slant = random.between(-24, 24);
  const teeth = 3;
  const grooveWidth = 14;
  const blockLength = pitch - grooveWidth;
  const sipePositions = Array.from(
    { length: sipeCount },
    (_, i) => grooveWidth + (blockLength * (i + 0.5)) / sipeCount,
  );
  return {
    pitches,
    ringGrooves: [-outerX, -innerX, innerX, outerX].map((x) => ({ x, width: 13 })),
    half: {
      grooves:
        cut({ from: [outsideShoulder, 0], to: [-outerX, slant / 2], widths: [18, 14] }) +
        cut({ from: [-outerX, slant / 2 + pitch / 2], to: [-innerX, pitch / 2 - slant / 2], widths: [14, 12] }) +
        cut({ from: [-innerX, 0], to: [4, slant / 2], widths: [9, 7] }),
      sipes: sipePositions
        .map(
          (t) =>
            sipe([shoulder, t], [-outerX - 9, t + slant / 2], teeth) +
            sipe([-outerX + 9, t + slant / 2 + pitch / 2], [-innerX - 9, t + pitch / 2 - slant / 2], teeth) +
            sipe([-innerX + 9, t], [0, t + slant / 2], teeth - 1),
        )
        .join(''),
    },
    otherHalf: 'rotated',
    otherHalfShift: random.oneOf([0, 0.5]),
  };
}
