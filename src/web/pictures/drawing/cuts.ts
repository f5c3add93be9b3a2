const { round } = Math;

/** A point of the flat tread in units of the picture. `x`: across the tread, from its middle; `t`: along it. */
export type Point = readonly [x: number, t: number];

/** Path data of one half, at negative `x`, of the repeated block. Grooves are filled, sipes stroked. */
export type Half = { grooves: string; sipes: string };

/** `pitches`: blocks around the tire; `ringGrooves`: around the tire; `otherHalfShift`: along the tread, in blocks. */
export type Pattern = {
  pitches: number;
  ringGrooves: readonly { x: number; width: number }[];
  half: Half;
  /** The half at positive `x`: mirrored (directional tread), rotated by 180°, or different (asymmetric). */
  otherHalf: 'mirrored' | 'rotated' | Half;
  otherHalfShift: number;
  studs?: Studs;
};

/** Studs, or holes for studs. The points are repeated every three blocks. */
export type Studs = { kind: 'stud' | 'hole'; points: readonly Point[] };

/** A groove across the tread. `widths`: at both ends; `bow`: how far its middle is bent along the tread. */
type Cut = { from: Point; to: Point; widths: readonly [number, number]; bow?: number };

export function cut({ from: [x, t], to: [toX, toT], widths: [startWidth, endWidth], bow = 0 }: Cut): string {
  const controlPoint = (tShift: number) => pair((x + toX) / 2, (t + toT) / 2 + bow + tShift);
  const sideTo = (end: string, tShift: number) => (bow === 0 ? `L${end}` : `Q${controlPoint(tShift)} ${end}`);
  const firstSide = sideTo(pair(toX, toT), 0);
  const meanWidth = (startWidth + endWidth) / 2;
  const secondSide = sideTo(pair(x, t + startWidth), meanWidth);
  return `M${pair(x, t)}${firstSide}v${round(endWidth)}${secondSide}z`;
}

function pair(x: number, t: number): string {
  return `${round(x)} ${round(t)}`;
}

/** Returns the path data of a straight groove along the tread. */
export function slit([x, t]: Point, [toX, toT]: Point, width: number): string {
  return `M${pair(x, t)}L${pair(toX, toT)}h${round(width)}L${pair(x + width, t)}z`;
}

const zigzagHeight = 9;

/** Returns the path data of a sipe, a fine line in zigzag. `teeth`: its number of bends; 0: straight. */
export function sipe([x, t]: Point, [toX, toT]: Point, teeth = 0): string {
  let path = `M${pair(x, t)}`;
  for (let tooth = 1; tooth <= teeth; tooth += 1) {
    const share = tooth / (teeth + 1);
    const deviation = (tooth % 2 ? zigzagHeight : -zigzagHeight) / 2;
    path += `L${pair(x + (toX - x) * share, t + (toT - t) * share + deviation)}`;
  }
  return `${path}L${pair(toX, toT)}`;
}

/** Factors of the coordinates: `[-1, 1]` mirrors, `[-1, -1]` rotates by 180°. */
export type Turn = readonly [x: 1 | -1, t: 1 | -1];

/** Mirrors or rotates path data around the middle of the tread, and moves it by `shift` along the tread. */
export function transformed(path: string, [xFactor, tFactor]: Turn, shift: number): string {
  const commandWithNumbers = /([MLQhv])([^MLQhvz]+)/g;
  return path.replace(commandWithNumbers, (_, command: string, numbers: string) => {
    const transformedNumbers = numbers
      .trim()
      .split(' ')
      .map(Number)
      .map((value, i) => {
        if (command === 'h') return value * xFactor;
        if (command === 'v') return value * tFactor;
        // The numbers of other commands are pairs of x and t.
        return i % 2 === 0 ? value * xFactor : value * tFactor + shift;
      });
    return command + transformedNumbers.join(' ');
  });
}
