import { xmlText } from '../../xml.ts';
import { middle, radius, squeeze } from './projection.ts';

export type Sidewall = { wheel: WheelKind; runflat: boolean; lugs: number; lettering: Lettering | null };

const rims: Record<WheelKind, number> = { alloy: 302, steel: 280, racing: 336 };

export function drawSidewall({ wheel, runflat, lugs, lettering }: Sidewall): string {
  const rim = rims[wheel];
  return (
    `<g transform="matrix(${squeeze} 0 0 1 ${middle.x} ${middle.y})">` +
    `<circle r="${radius}" fill="#2b2e31"/>` +
    `<circle r="${radius - 16}" fill="none" stroke="#4a4f54" stroke-width="26" pathLength="${lugs * 10}" stroke-dasharray="7 3"/>` +
    `<circle r="${radius - 26}" fill="url(#w)"/>` +
    circleLine(radius - 34, '#6a7076', 3) +
    circleLine(rim + 20, '#6a7076', 4) +
    (runflat ? circleLine(rim + 13, '#c3c8cc', 11) : '') +
    (lettering ? drawLettering(lettering, (radius + rim) / 2 - 8) : '') +
    drawWheel(wheel, rim) +
    '</g>'
  );
}

function circleLine(r: number, stroke: string, width: number): string {
  return `<circle r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
}

export type WheelKind = 'alloy' | 'steel' | 'racing';

function drawWheel(kind: WheelKind, rim: number): string {
  const barrel =
    `<circle r="${rim}" fill="#dfe2e4"/><circle r="${rim - 14}" fill="#8d9296"/>` +
    `<circle r="${rim - 26}" fill="url(#i)"/>`;
  if (kind === 'steel') return barrel + steelDisc(rim);
  return barrel + (kind === 'alloy' ? spokes(5, 34, 52, rim) : spokes(10, 13, 20, rim));
}

function spokes(count: number, hub: number, foot: number, rim: number): string {
  const side = (fill: string, sign: 1 | -1) =>
    `<path fill="${fill}" d="M0 0H${sign * hub}L${sign * foot} -${rim - 20}H0z"/>`;
  const otherSpokes = Array.from({ length: count - 1 }, (_, i) => (360 / count) * (i + 1))
    .map((angle) => `<use href="#k" transform="rotate(${angle})"/>`)
    .join('');
  return (
    `<g id="k">${side('#dadee0', -1)}${side('#c2c7ca', 1)}</g>${otherSpokes}` +
    '<circle r="68" fill="#cfd3d6"/><circle r="46" fill="#7f858a"/><circle r="32" fill="#eceeef"/>'
  );
}

function steelDisc(rim: number): string {
  return (
    `<circle r="${rim - 34}" fill="#c9cdd0"/>` +
    dashedCircle(rim - 80, 50, 8, 60, '#2a2d30') +
    '<circle r="100" fill="#aab0b4"/>' +
    dashedCircle(80, 14, 10, 14, '#3a3e42') +
    '<circle r="52" fill="#e4e7e9"/>'
  );
}

function dashedCircle(radius: number, width: number, count: number, length: number, stroke: string): string {
  const gap = Math.round((2 * Math.PI * radius * 10) / count) / 10 - length;
  return `<circle r="${radius}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-dasharray="${length} ${gap.toFixed(1)}"/>`;
}

export type Lettering = { manufacturer: string; model: string };

const letterSize = 92;

/** Draws the manufacturer above the wheel and the model below it, along arcs. `baselineRadius`: of the upper baseline. */
function drawLettering({ manufacturer, model }: Lettering, baselineRadius: number): string {
  const over = Math.round(baselineRadius);
  // The tops of the lower letters point to the wheel, so their baseline is further out by the height of a capital.
  const under = over + Math.round(letterSize * 0.72);
  return (
    `<path id="m" fill="none" d="M-${over} 0a${over} ${over} 0 0 1 ${2 * over} 0"/>` +
    `<path id="n" fill="none" d="M-${under} 0a${under} ${under} 0 0 0 ${2 * under} 0"/>` +
    `<g font-family="Arial,Helvetica,sans-serif" font-weight="700" fill="#d3d7da" text-anchor="middle">` +
    `${drawWord('m', manufacturer, over)}${drawWord('n', model, under)}</g>`
  );
}

function drawWord(arc: 'm' | 'n', text: string, baselineRadius: number): string {
  const maxWidth = baselineRadius * 2.9;
  const spacing = text.length > 12 ? 4 : 14;
  const naturalWidth = text.length * (letterSize * 0.72 + spacing);
  const fitted = Math.min(letterSize, Math.round((letterSize * maxWidth) / naturalWidth));
  return (
    `<text font-size="${fitted}" letter-spacing="${spacing}">` +
    `<textPath href="#${arc}" startOffset="50%">${xmlText(text.toUpperCase())}</textPath></text>`
  );
}
