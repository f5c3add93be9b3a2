import { outlined } from './outlines.server.ts';

export const classes = ['A', 'B', 'C', 'D', 'E'] as const;
export type LabelClass = (typeof classes)[number];

/** The regulation's colours, from CMYK: fuel efficiency from green to red, wet grip in five blues. */
export const scaleColours = {
  fuel: { A: '#00a651', B: '#50b848', C: '#fff200', D: '#f7941d', E: '#ed1c24' },
  wet: { A: '#0066b3', B: '#0083ca', C: '#44a8de', D: '#7dc4ea', E: '#b3e0f5' },
} as const satisfies Record<string, Record<LabelClass, string>>;

const height = 52;
const step = 63;
const shortest = 122;
const longer = 22;

/** Arrows from A to E, the longer the worse, and against its class the black arrow; `x`, `y`: upper left, in tenths of mm. */
export function drawScale(kind: keyof typeof scaleColours, value: LabelClass, x: number, y: number): string {
  const arrows = classes.map((letter, index) => {
    const top = y + index * step;
    const end = x + shortest + index * longer;
    const body = `<path fill="${scaleColours[kind][letter]}" d="M${x} ${top}H${end - 24}l24 ${height / 2}l-24 ${height / 2}H${x}z"/>`;
    const dark = kind === 'fuel' ? letter === 'C' : letter >= 'D';
    const sign = outlined(letter, { x: x + 18, y: top + 41, size: 42 });
    return `${body}<g fill="${dark ? '#000' : '#fff'}">${sign}</g>`;
  });
  const middle = y + classes.indexOf(value) * step + height / 2;
  const left = x + shortest + 4 * longer + 10;
  const black = `<path d="M${left} ${middle}l34 -40h76v80h-76z"/>`;
  const sign = outlined(value, { x: left + 66, y: middle + 24, size: 66, anchor: 'middle' });
  return `${arrows.join('')}${black}<g fill="#fff">${sign}</g>`;
}
