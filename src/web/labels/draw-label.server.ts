import { tireClass, type WholeLabel } from '../../shop/catalog/label.ts';
import { fullSize, type Product, tireName } from '../../shop/catalog/tire.ts';
import { escapedXml } from './escaped-xml.ts';
import { drawHeading } from './heading.server.ts';
import { outlined, widthOf } from './outlines.server.ts';
import { ice, loudTire, pump, rain, snow } from './pictograms.ts';
import { drawScale } from './scale.server.ts';

/** Edges of what is printed, in tenths of mm. */
const left = 32;
const right = 718;

/**
 * The EU label of a tire after Regulation (EU) 2020/740, Annex II: 75 × 110 mm, text as outlines. Where the label has the
 * maker's type identifier stands the model, which is what the shop knows.
 */
export function drawLabel(tire: Product, label: WholeLabel): string {
  const kind = tireClass(tire);
  const size = fullSize({ ...tire, marks: [] });
  const maker = tire.manufacturer.label;
  const makerLine = { size: 42, room: 330 };
  const rest = right - left - widthOf(maker, makerLine) - 28;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="75mm" height="110mm" viewBox="0 0 750 1100" role="img" aria-labelledby="t d" lang="en">` +
    `<title id="t">EU tire label: ${escapedXml(`${tireName(tire)} ${size}`)}</title>` +
    `<desc id="d">${escapedXml(inWords(label, kind))}</desc>` +
    `<path fill="#fff" stroke="#003399" stroke-width="5" d="M2.5 2.5h745v1095h-745z"/>` +
    drawHeading(label.eprelId) +
    rule(184) +
    outlined(maker, { ...makerLine, x: left, y: 238 }) +
    outlined(tire.model, { x: right, y: 238, size: 36, weight: 'medium', anchor: 'end', room: rest }) +
    outlined(size, { x: left, y: 292, size: 36, weight: 'medium', room: 540 }) +
    outlined(kind, { x: right, y: 292, size: 36, anchor: 'end' }) +
    rule(318) +
    `<g transform="translate(92 386)">${pump}</g><g transform="translate(460 386)">${rain}</g>` +
    drawScale('fuel', label.fuel, left, 458) +
    drawScale('wet', label.wet, 388, 458) +
    rule(792) +
    drawFoot(label, kind === 'C1' && label.ice) +
    outlined('2020/740', { x: right, y: 1080, size: 26, weight: 'medium', anchor: 'end' }) +
    '</svg>'
  );
}

/** Noise always, snow and ice where they apply, side by side in the middle. */
function drawFoot(label: WholeLabel, onIce: boolean): string {
  const signs = [drawNoise(label), ...(label.snow ? [snowSign] : []), ...(onIce ? [iceSign] : [])];
  const width = (right - left) / signs.length;
  return signs.map((sign, index) => `<g transform="translate(${left + width * (index + 0.5)} 0)">${sign}</g>`).join('');
}

const snowSign = `<g transform="translate(0 926)">${snow}</g>`;
const iceSign = `<g transform="translate(0 926)">${ice}</g>`;

/** The tire that is heard, its dB, and the three classes with its own the largest. */
function drawNoise({ noiseDb, noiseClass }: WholeLabel): string {
  let x = -74;
  const letters = (['A', 'B', 'C'] as const).map((letter) => {
    const own = letter === noiseClass;
    const sign = outlined(letter, { x: x + (own ? 34 : 20), y: 1046, size: own ? 72 : 40, anchor: 'middle' });
    x += own ? 68 : 40;
    return `<g fill="${own ? '#000' : '#8a8a8a'}">${sign}</g>`;
  });
  return (
    `<g transform="translate(10 868)">${loudTire}</g>${outlined(`${noiseDb} dB`, { x: 0, y: 976, size: 46, anchor: 'middle' })}` +
    letters.join('')
  );
}

function rule(y: number): string {
  return `<path fill="#003399" d="M${left} ${y}h${right - left}v4h-${right - left}z"/>`;
}

function inWords({ fuel, wet, noiseDb, noiseClass, snow: onSnow, ice: onIce }: WholeLabel, kind: string): string {
  const marks = `${onSnow ? ', for severe snow conditions' : ''}${onIce && kind === 'C1' ? ', grips on ice' : ''}`;
  return `Class ${kind}, fuel efficiency ${fuel}, wet grip ${wet}, external rolling noise ${noiseDb} dB, class ${noiseClass}${marks}.`;
}
