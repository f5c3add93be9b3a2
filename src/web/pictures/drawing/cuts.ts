const { round } = Math;

/** A point of the flat tread: `x` across it from the middle, `t` along it, in units of the picture. */
export type Point = readonly [x: number, t: number];

/** Half of what repeats around the tread, at negative `x`, as path data: grooves are filled, sipes stroked. */
export type Half = { grooves: string; sipes: string };

export type Pattern = {
  pitches: number;
  rings: readonly { x: number; width: number }[];
  half: Half;
  /** The other half: a mirror image (directional tread), turned by 180°, or one of its own (asymmetric tread). */
  other: 'mirrored' | 'turned' | Half;
  stagger: number;
  studs?: Studs;
};

/** Studs or the holes for them, repeated every three blocks. */
export type Studs = { kind: 'stud' | 'hole'; at: readonly Point[] };

/** `wide`: thickness at both ends; `bow`: how far the middle sags. */
type Cut = { from: Point; to: Point; wide: readonly [number, number]; bow?: number };

export function cut({ from: [x, t], to: [toX, toT], wide: [start, end], bow = 0 }: Cut): string {
  const middle = (drop: number) => `${round((x + toX) / 2)} ${round((t + toT) / 2 + bow + drop)}`;
  if (bow === 0)
    return `M${round(x)} ${round(t)}L${round(toX)} ${round(toT)}v${round(end)}L${round(x)} ${round(t + start)}z`;
  return `M${round(x)} ${round(t)}Q${middle(0)} ${round(toX)} ${round(toT)}v${round(end)}Q${middle((start + end) / 2)} ${round(x)} ${round(t + start)}z`;
}

export function slit([x, t]: Point, [toX, toT]: Point, width: number): string {
  return `M${round(x)} ${round(t)}L${round(toX)} ${round(toT)}h${round(width)}L${round(x + width)} ${round(t)}z`;
}

/** Path of a sipe: a fine line in `teeth` zigzag steps; 0: straight. */
export function sipe([x, t]: Point, [toX, toT]: Point, teeth = 0, height = 9): string {
  if (teeth === 0) return `M${round(x)} ${round(t)}L${round(toX)} ${round(toT)}`;
  let path = `M${round(x)} ${round(t)}`;
  for (let i = 1; i <= teeth; i += 1) {
    const share = i / (teeth + 1);
    path += `L${round(x + (toX - x) * share)} ${round(t + (toT - t) * share + (i % 2 ? height : -height) / 2)}`;
  }
  return `${path}L${round(toX)} ${round(toT)}`;
}

export type Turn = readonly [x: 1 | -1, t: 1 | -1];

/** The same path mirrored or turned around the middle of the tread, and moved along it. */
export function turned(path: string, [x, t]: Turn, shift: number): string {
  return path.replace(/([MLQhv])([^MLQhvz]+)/g, (_, command: string, numbers: string) => {
    const turnedNumbers = numbers
      .trim()
      .split(' ')
      .map(Number)
      .map((value, i) => {
        if (command === 'h') return value * x;
        if (command === 'v') return value * t;
        return i % 2 === 0 ? value * x : value * t + shift;
      });
    return command + turnedNumbers.join(' ');
  });
}
