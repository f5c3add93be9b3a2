import { decades, decadesAround, logScale, ticksWithin } from './log-scale.ts';

/** One pair of axes, both by the logarithm, so that only what is above 0 can be shown; the title names the unit of y. */
export type Panel = { title: string; x: string; lines: readonly Line[] };

type Line = { name: string; points: readonly (readonly [x: number, y: number])[] };

const width = 300;
const height = 220;
const columns = 3;
const frame = { left: 44, right: 284, top: 44, bottom: 172 };

const style = `
  text { font: 12px system-ui, sans-serif; fill: #333 }
  .title { font-weight: 600 }
  .grid { stroke: #ddd }
  .line { fill: none; stroke-width: 2 }
  .a { stroke: #0b62a8 } .b { stroke: #b34700 }
  .fill-a { fill: #0b62a8 } .fill-b { fill: #b34700 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd }
    .grid { stroke: #444 }
    .a { stroke: #6cb6ff } .b { stroke: #ffa657 }
    .fill-a { fill: #6cb6ff } .fill-b { fill: #ffa657 }
  }`;

/** The panels side by side, three in a row, as an SVG document for light and dark pages. `label`: what it shows in words. */
export function plot(label: string, panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / columns);
  const placed = panels.map((panel, at) => {
    const x = (at % columns) * width;
    const y = Math.floor(at / columns) * height;
    return `<g transform="translate(${x} ${y})">${drawn(panel)}</g>`;
  });
  const size = `viewBox="0 0 ${columns * width} ${rows * height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${label}"><style>${style}\n</style>\n${placed.join('\n')}\n</svg>\n`;
}

function drawn({ title, x, lines }: Panel): string {
  const points = lines.flatMap((line) => line.points);
  const xs = points.map(([value]) => value);
  const xRange: [number, number] = [Math.min(...xs), Math.max(...xs)];
  const yRange = decadesAround(points.map(([, value]) => value));
  const toX = logScale(xRange, [frame.left, frame.right]);
  const toY = logScale(yRange, [frame.bottom, frame.top]);
  const { left, right, top, bottom } = frame;
  return [
    text(left, 16, title, 'start', 'title'),
    lines.length > 1 ? text(left, 34, lines.map(inItsColour).join(' &#160; ')) : '',
    ...ticksWithin(xRange).map((value) => {
      const at = round(toX(value));
      return `<path class="grid" d="M${at} ${top}V${bottom}"/>${text(at, bottom + 16, amount(value), 'middle')}`;
    }),
    ...decades(yRange).map((value) => {
      const at = round(toY(value));
      return `<path class="grid" d="M${left} ${at}H${right}"/>${text(left - 6, at + 4, amount(value), 'end')}`;
    }),
    text((left + right) / 2, bottom + 34, x, 'middle'),
    ...lines.map(({ points: own }, index) => {
      const path = own.map(([a, b], at) => `${at === 0 ? 'M' : 'L'}${round(toX(a))} ${round(toY(b))}`).join('');
      return `<path class="line ${kinds[index]}" d="${path}"/>`;
    }),
  ].join('\n');
}

/** At most two lines share their axes. */
const kinds = ['a', 'b'];

const inItsColour = ({ name }: Line, index: number) => `<tspan class="fill-${kinds[index]}">${name}</tspan>`;

function text(x: number, y: number, words: string, anchor = 'start', kind = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${kind && ` class="${kind}"`}>${words}</text>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

const amount = (value: number) => (value >= 1000 ? `${value / 1000}k` : `${Number(value.toPrecision(1))}`);
