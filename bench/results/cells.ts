import { type Figure, metText, targetText } from './figure.ts';

/** What tables of figures have in each row, in the terminal and on the page. */
export const head = ['', 'measured', 'target', 'met', ''];

export function cells(figure: Figure): string[] {
  const { what, measured, unit, floor, beside = {} } = figure;
  const rate = (value: number) => Math.round(value).toLocaleString('en');
  const rates = floor && [`floor ${rate(floor.before)}/s, shop ${rate(floor.shop)}/s, floor ${rate(floor.after)}/s`];
  const others = Object.entries(beside).map(([name, value]) => `${name} ${value}`);
  return [what, `${measured} ${unit}`, targetText(figure), metText(figure), [...(rates ?? []), ...others].join('; ')];
}
