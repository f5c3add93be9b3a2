export type Target = { atMost: number } | { atLeast: number };

/** One measured value. */
export type Figure = {
  /** Stable between runs, so that runs can be compared: `pages/home en`. */
  id: string;
  what: string;
  measured: number;
  unit: string;
  target?: Target;
  /** Requests per second of the floor before and after the shop, and of the shop; `measured` is the shop's share in %. */
  floor?: { before: number; shop: number; after: number };
  /** Values printed beside `measured`, by name and unit: `{ 'p95 ms': 41 }`. */
  beside?: Record<string, number>;
};

/** Measures one part of the shop. `seconds`: duration of each rate, after a warm-up of a quarter of it. */
export type Section = (options: { seconds: number }) => Promise<Figure[]>;

/** Null without a target. */
export function meetsTarget({ measured, target }: Pick<Figure, 'measured' | 'target'>): boolean | null {
  if (!target) return null;
  return 'atMost' in target ? measured <= target.atMost : measured >= target.atLeast;
}

/** The shop's rate in % of the mean of the two floor rates. */
export function percentOfFloor({ before, shop, after }: NonNullable<Figure['floor']>, decimals = 1): number {
  return rounded((shop / ((before + after) / 2)) * 100, decimals);
}

export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** `≥ 70 %`; a dash without a target. */
export function targetText({ target, unit }: Pick<Figure, 'target' | 'unit'>): string {
  if (!target) return '–';
  return 'atMost' in target ? `≤ ${target.atMost} ${unit}` : `≥ ${target.atLeast} ${unit}`;
}

/** The columns of a table of figures, in the terminal and in a document. */
export const head = ['', 'measured', 'target', 'met', ''];

export function cells(figure: Figure): string[] {
  const { what, measured, unit, floor, beside = {} } = figure;
  const rate = (value: number) => Math.round(value).toLocaleString('en');
  const rates = floor && [`floor ${rate(floor.before)}/s, shop ${rate(floor.shop)}/s, floor ${rate(floor.after)}/s`];
  const others = Object.entries(beside).map(([name, value]) => `${name} ${value}`);
  const met = { true: 'yes', false: 'NO', null: '–' }[`${meetsTarget(figure)}`];
  return [what, `${measured} ${unit}`, targetText(figure), met, [...(rates ?? []), ...others].join('; ')];
}
