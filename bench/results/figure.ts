export type Target = { atMost: number } | { atLeast: number };

/** One thing that a section has measured. */
export type Figure = {
  /** The same from run to run, so that runs can be compared: `pages/home en`. */
  id: string;
  what: string;
  measured: number;
  unit: string;
  target?: Target;
  /** Rates per second of the floor, asked before and after the shop, and of the shop; `measured` is their ratio in %. */
  floor?: { before: number; shop: number; after: number };
  /** What is worth seeing beside it, by its name with the unit in it: `{ 'p95 ms': 41 }`. */
  beside?: Record<string, number>;
};

/** Null where nothing was asked of it. */
export function meetsTarget({ measured, target }: Pick<Figure, 'measured' | 'target'>): boolean | null {
  if (!target) return null;
  return 'atMost' in target ? measured <= target.atMost : measured >= target.atLeast;
}

/** The shop's rate in % of the mean of the floor's two. */
export function percentOfFloor({ before, shop, after }: NonNullable<Figure['floor']>): number {
  return rounded((shop / ((before + after) / 2)) * 100, 1);
}

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** `≥ 70 %`, and a dash where there is none. */
export function targetText({ target, unit }: Pick<Figure, 'target' | 'unit'>): string {
  if (!target) return '–';
  return 'atMost' in target ? `≤ ${target.atMost} ${unit}` : `≥ ${target.atLeast} ${unit}`;
}

export function metText(figure: Pick<Figure, 'measured' | 'target'>): string {
  const met = meetsTarget(figure);
  if (met === null) return '–';
  return met ? 'yes' : 'NO';
}
