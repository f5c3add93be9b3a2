import type { Point } from '../cuts.ts';

/** Half of what repeats around the tread, drawn on the side of negative `x`, as path data. */
export type Half = { /** Filled. */ grooves: string /** Stroked finely. */; sipes: string };

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
