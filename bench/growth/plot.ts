/** A diagram with two logarithmic axes, so all values must be above 0. The title contains the unit of y; `x` labels the x axis. */
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

/** Returns an SVG document for light and dark pages with three panels in a row. `label`: text alternative. */
export function plot(label: string, panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / columns);
  const groups = panels.map((panel, index) => {
    const x = (index % columns) * width;
    const y = Math.floor(index / columns) * height;
    return `<g transform="translate(${x} ${y})">${drawPanel(panel)}</g>`;
  });
  const size = `viewBox="0 0 ${columns * width} ${rows * height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${label}"><style>${style}\n</style>\n${groups.join('\n')}\n</svg>\n`;
}

function drawPanel({ title, x, lines }: Panel): string {
  const points = lines.flatMap((line) => line.points);
  const xs = points.map(([value]) => value);
  const xRange: [number, number] = [Math.min(...xs), Math.max(...xs)];
  const yRange = decadesAround(points.map(([, value]) => value));
  const toX = logScale(xRange, [frame.left, frame.right]);
  const toY = logScale(yRange, [frame.bottom, frame.top]);
  const { left, right, top, bottom } = frame;
  return [
    text(left, 16, title, 'start', 'title'),
    lines.length > 1 ? text(left, 34, lines.map(colouredName).join(' &#160; ')) : '',
    ...ticksWithin(xRange).map((value) => {
      const tickX = round(toX(value));
      return `<path class="grid" d="M${tickX} ${top}V${bottom}"/>${text(tickX, bottom + 16, shortNumber(value), 'middle')}`;
    }),
    ...decades(yRange).map((value) => {
      const tickY = round(toY(value));
      return `<path class="grid" d="M${left} ${tickY}H${right}"/>${text(left - 6, tickY + 4, shortNumber(value), 'end')}`;
    }),
    text((left + right) / 2, bottom + 34, x, 'middle'),
    ...lines.map(({ points: own }, index) => {
      const path = own.map(([a, b], step) => `${step === 0 ? 'M' : 'L'}${round(toX(a))} ${round(toY(b))}`).join('');
      return `<path class="line ${lineClasses[index]}" d="${path}"/>`;
    }),
  ].join('\n');
}

/** CSS classes of the lines, at most two in a panel. */
const lineClasses = ['a', 'b'];

const colouredName = ({ name }: Line, index: number) => `<tspan class="fill-${lineClasses[index]}">${name}</tspan>`;

function text(x: number, y: number, words: string, anchor = 'start', kind = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${kind && ` class="${kind}"`}>${words}</text>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

const shortNumber = (value: number) => (value >= 1000 ? `${value / 1000}k` : `${Number(value.toPrecision(1))}`);

/** Maps a range of values above 0 to a range of pixels logarithmically. */
export function logScale([low, high]: [number, number], [from, to]: [number, number]): (value: number) => number {
  const span = Math.log(high / low);
  return (value) => from + (Math.log(value / low) / span) * (to - from);
}

/** Returns the largest power of ten that is not above these values, and the smallest that is not below them. */
export function decadesAround(values: readonly number[]): [number, number] {
  const low = 10 ** Math.floor(Math.log10(Math.min(...values)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...values)));
  return [low, high === low ? low * 10 : high];
}

/** The powers of ten in a range whose ends are powers of ten. */
export function decades([low, high]: [number, number]): number[] {
  const from = Math.round(Math.log10(low));
  return Array.from({ length: Math.round(Math.log10(high)) - from + 1 }, (_, step) => 10 ** (from + step));
}

/** Tick marks of an axis from `low` to `high`: the powers of ten between them, and `high`. */
export function ticksWithin([low, high]: [number, number]): number[] {
  const tens = decades(decadesAround([low, high])).filter((value) => value >= low && value < high);
  return [...tens, high];
}
