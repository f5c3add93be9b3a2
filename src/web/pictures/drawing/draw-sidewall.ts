import { xmlText } from '../../xml.ts';
import { sidewallCentre, squeeze, tireRadius } from './projection.ts';

export type Sidewall = { wheel: Wheel; runflat: boolean; lugs: number; lettering: Lettering | null };

/** `lugs`: blocks that reach the sidewall, as dashes (70 % block, 30 % gap). draw-tire.ts has the gradients `w`, `i`. */
export function drawSidewall({ wheel, runflat, lugs, lettering }: Sidewall): string {
  const { rim } = wheel;
  return (
    `<g transform="matrix(${squeeze} 0 0 1 ${sidewallCentre.x} ${sidewallCentre.y})">` +
    `<circle r="${tireRadius}" fill="#2b2e31"/>` +
    `<circle r="${tireRadius - 16}" fill="none" stroke="#4a4f54" stroke-width="26" pathLength="${lugs * 10}" stroke-dasharray="7 3"/>` +
    `<circle r="${tireRadius - 26}" fill="url(#w)"/>` +
    circleLine(tireRadius - 34, '#6a7076', 3) +
    circleLine(rim + 20, '#6a7076', 4) +
    (runflat ? circleLine(rim + 13, '#c3c8cc', 11) : '') +
    (lettering ? drawLettering(lettering, (tireRadius + rim) / 2 - 8) : '') +
    drawWheel(wheel) +
    '</g>'
  );
}

function circleLine(r: number, stroke: string, width: number): string {
  return `<circle r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
}

/** `rim`: the radius of the rim. `spokes` absent: a disc of steel. */
export type Wheel = { rim: number; spokes?: Spokes };
/** `hubWidth`, `rimWidth`: the widths of a spoke at the hub and at the rim. */
type Spokes = { count: number; hubWidth: number; rimWidth: number };

export const steelWheel: Wheel = { rim: 280 };
export const racingWheel: Wheel = { rim: 336, spokes: { count: 10, hubWidth: 26, rimWidth: 40 } };
export const alloyWheels: readonly [Wheel, ...Wheel[]] = [
  { rim: 302, spokes: { count: 5, hubWidth: 68, rimWidth: 104 } },
  { rim: 310, spokes: { count: 6, hubWidth: 64, rimWidth: 52 } },
  { rim: 306, spokes: { count: 7, hubWidth: 44, rimWidth: 62 } },
  { rim: 314, spokes: { count: 9, hubWidth: 40, rimWidth: 34 } },
  { rim: 310, spokes: { count: 12, hubWidth: 24, rimWidth: 36 } },
];

function drawWheel({ rim, spokes }: Wheel): string {
  const barrel =
    `<circle r="${rim}" fill="#dfe2e4"/><circle r="${rim - 14}" fill="#8d9296"/>` +
    `<circle r="${rim - 26}" fill="url(#i)"/>`;
  return barrel + (spokes ? drawSpokes(rim, spokes) : steelDisc(rim));
}

function drawSpokes(rim: number, { count, hubWidth, rimWidth }: Spokes): string {
  const halfSpoke = (fill: string, sign: 1 | -1) =>
    `<path fill="${fill}" d="M0 0H${(sign * hubWidth) / 2}L${(sign * rimWidth) / 2} -${rim - 20}H0z"/>`;
  const otherSpokes = Array.from({ length: count - 1 }, (_, i) => Math.round((360 / count) * (i + 1)))
    .map((angle) => `<use href="#k" transform="rotate(${angle})"/>`)
    .join('');
  return (
    `<g id="k">${halfSpoke('#dadee0', -1)}${halfSpoke('#c2c7ca', 1)}</g>${otherSpokes}` +
    '<circle r="68" fill="#cfd3d6"/><circle r="46" fill="#7f858a"/><circle r="32" fill="#eceeef"/>'
  );
}

function steelDisc(rim: number): string {
  return (
    `<circle r="${rim - 34}" fill="#c9cdd0"/>` +
    dashedCircle({ radius: rim - 80, width: 50, dashes: 8, dashLength: 60, stroke: '#2a2d30' }) +
    '<circle r="100" fill="#aab0b4"/>' +
    dashedCircle({ radius: 80, width: 14, dashes: 10, dashLength: 14, stroke: '#3a3e42' }) +
    '<circle r="52" fill="#e4e7e9"/>'
  );
}

type DashedCircle = { radius: number; width: number; dashes: number; dashLength: number; stroke: string };

function dashedCircle({ radius, width, dashes, dashLength, stroke }: DashedCircle): string {
  const step = Math.round((2 * Math.PI * radius * 10) / dashes) / 10;
  const gap = (step - dashLength).toFixed(1);
  return `<circle r="${radius}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-dasharray="${dashLength} ${gap}"/>`;
}

export type Lettering = { manufacturer: string; model: string };

const letterSize = 92;
/** The size of a capital letter in bold Arial, as a share of the font size. */
const capitalHeight = 0.72;
const capitalWidth = 0.72;

/** Draws the manufacturer along an arc above the wheel, the model below. `baselineRadius`: of the upper baseline. */
function drawLettering({ manufacturer, model }: Lettering, baselineRadius: number): string {
  const upperRadius = Math.round(baselineRadius);
  // The tops of the lower letters point to the wheel, so their baseline is further out by the height of a capital.
  const lowerRadius = upperRadius + Math.round(letterSize * capitalHeight);
  return (
    `<path id="m" fill="none" d="M-${upperRadius} 0a${upperRadius} ${upperRadius} 0 0 1 ${2 * upperRadius} 0"/>` +
    `<path id="n" fill="none" d="M-${lowerRadius} 0a${lowerRadius} ${lowerRadius} 0 0 0 ${2 * lowerRadius} 0"/>` +
    `<g font-family="Arial,Helvetica,sans-serif" font-weight="700" fill="#d3d7da" text-anchor="middle">` +
    `${drawName('m', manufacturer, upperRadius)}${drawName('n', model, lowerRadius)}</g>`
  );
}

function drawName(arc: 'm' | 'n', text: string, baselineRadius: number): string {
  // Half of the circle, π times its radius, less a margin.
  const maxWidth = baselineRadius * 2.9;
  const spacing = text.length > 12 ? 4 : 14;
  const naturalWidth = text.length * (letterSize * capitalWidth + spacing);
  const fittedSize = Math.min(letterSize, Math.round((letterSize * maxWidth) / naturalWidth));
  return (
    `<text font-size="${fittedSize}" letter-spacing="${spacing}">` +
    `<textPath href="#${arc}" startOffset="50%">${xmlText(text.toUpperCase())}</textPath></text>`
  );
}
