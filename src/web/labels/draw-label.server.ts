import encodeQr from 'qr';
import { type LabelClass, labelClasses } from '../../shop/catalog/list/filter.ts';
import { type CompleteLabel, tireClass } from '../../shop/catalog/tire/label.ts';
import { fullSize, type Product, tireName } from '../../shop/catalog/tire/tire.ts';
import { xmlText } from '../xml.ts';
import { textPath, widthOf } from './outlines.server.ts';
import { ice, loudTire, pump, rain, snow } from './pictograms.ts';

const blue = '#003399';

const left = 32;
const right = 718;

/** Draws the EU label (Regulation (EU) 2020/740, Annex II) in tenths of a mm. The size has no marks such as XL. */
export function drawLabel(tire: Product, label: CompleteLabel): string {
  const tireKind = tireClass(tire);
  const size = fullSize({ ...tire, marks: [] });
  const manufacturer = tire.manufacturer.label;
  const nameFace = { size: 42, maxWidth: 330 };
  const gapBetweenNames = 28;
  const modelMaxWidth = right - left - widthOf(manufacturer, nameFace) - gapBetweenNames;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="75mm" height="110mm" viewBox="0 0 750 1100" role="img" aria-labelledby="t d" lang="en">` +
    `<title id="t">EU tyre label: ${xmlText(`${tireName(tire)} ${size}`)}</title>` +
    `<desc id="d">${xmlText(descriptionOf(label, tireKind))}</desc>` +
    `<path fill="#fff" stroke="${blue}" stroke-width="5" d="M2.5 2.5h745v1095h-745z"/>` +
    drawHeading(label.eprelId) +
    horizontalLine(184) +
    textPath(manufacturer, { ...nameFace, x: left, y: 238 }) +
    textPath(tire.model, { x: right, y: 238, size: 36, weight: 'medium', anchor: 'end', maxWidth: modelMaxWidth }) +
    textPath(size, { x: left, y: 292, size: 36, weight: 'medium', maxWidth: 540 }) +
    textPath(tireKind, { x: right, y: 292, size: 36, anchor: 'end' }) +
    horizontalLine(318) +
    `<g transform="translate(92 386)">${pump}</g><g transform="translate(460 386)">${rain}</g>` +
    drawScale('fuel', label.fuel, left, 458) +
    drawScale('wet', label.wet, 388, 458) +
    horizontalLine(792) +
    drawFoot(label, tireKind === 'C1' && label.ice) +
    textPath('2020/740', { x: right, y: 1080, size: 26, weight: 'medium', anchor: 'end' }) +
    '</svg>'
  );
}

function drawFoot(label: CompleteLabel, hasIceSign: boolean): string {
  const signs = [drawNoise(label), ...(label.snow ? [snowSign] : []), ...(hasIceSign ? [iceSign] : [])];
  const width = (right - left) / signs.length;
  return signs.map((sign, index) => `<g transform="translate(${left + width * (index + 0.5)} 0)">${sign}</g>`).join('');
}

const snowSign = `<g transform="translate(0 926)">${snow}</g>`;
const iceSign = `<g transform="translate(0 926)">${ice}</g>`;

function drawNoise({ noiseDb, noiseClass }: CompleteLabel): string {
  const ownClassWidth = 68;
  const otherClassWidth = 40;
  let x = -(ownClassWidth + 2 * otherClassWidth) / 2;
  const letters = (['A', 'B', 'C'] as const).map((letter) => {
    const isOwnClass = letter === noiseClass;
    const width = isOwnClass ? ownClassWidth : otherClassWidth;
    const size = isOwnClass ? 72 : 40;
    const letterPath = textPath(letter, { x: x + width / 2, y: 1046, size, anchor: 'middle' });
    x += width;
    return `<g fill="${isOwnClass ? '#000' : '#8a8a8a'}">${letterPath}</g>`;
  });
  return (
    `<g transform="translate(10 868)">${loudTire}</g>${textPath(`${noiseDb} dB`, { x: 0, y: 976, size: 46, anchor: 'middle' })}` +
    letters.join('')
  );
}

function horizontalLine(y: number): string {
  return `<path fill="${blue}" d="M${left} ${y}h${right - left}v4h-${right - left}z"/>`;
}

function descriptionOf(
  { fuel, wet, noiseDb, noiseClass, snow: onSnow, ice: onIce }: CompleteLabel,
  tireKind: string,
): string {
  const marks = `${onSnow ? ', for severe snow conditions' : ''}${onIce && tireKind === 'C1' ? ', grips on ice' : ''}`;
  return `Class ${tireKind}, fuel efficiency ${fuel}, wet grip ${wet}, external rolling noise ${noiseDb} dB, class ${noiseClass}${marks}.`;
}

const scaleColours = {
  fuel: { A: '#00a651', B: '#50b848', C: '#fff200', D: '#f7941d', E: '#ed1c24' },
  wet: { A: '#0066b3', B: '#0083ca', C: '#44a8de', D: '#7dc4ea', E: '#b3e0f5' },
} as const satisfies Record<string, Record<LabelClass, string>>;

const arrowHeight = 52;
const arrowStep = 63;
const shortestArrow = 122;
const arrowGrowth = 22;
const arrowTipLength = 24;

/** Draws arrows from A (shortest) to E, and a black one at the class. `x`, `y`: upper left, in tenths of a mm. */
function drawScale(kind: keyof typeof scaleColours, value: LabelClass, x: number, y: number): string {
  const arrows = labelClasses.map((letter, index) => {
    const top = y + index * arrowStep;
    const end = x + shortestArrow + index * arrowGrowth;
    const tip = `l${arrowTipLength} ${arrowHeight / 2}l-${arrowTipLength} ${arrowHeight / 2}`;
    const body = `<path fill="${scaleColours[kind][letter]}" d="M${x} ${top}H${end - arrowTipLength}${tip}H${x}z"/>`;
    const isOnLightColour = kind === 'fuel' ? letter === 'C' : letter >= 'D';
    const letterPath = textPath(letter, { x: x + 18, y: top + 41, size: 42 });
    return `${body}<g fill="${isOnLightColour ? '#000' : '#fff'}">${letterPath}</g>`;
  });
  const middle = y + labelClasses.indexOf(value) * arrowStep + arrowHeight / 2;
  const longestArrow = shortestArrow + (labelClasses.length - 1) * arrowGrowth;
  const blackArrowX = x + longestArrow + 10;
  const blackArrow = `<path d="M${blackArrowX} ${middle}l34 -40h76v80h-76z"/>`;
  const valuePath = textPath(value, { x: blackArrowX + 66, y: middle + 24, size: 66, anchor: 'middle' });
  return `${arrows.join('')}${blackArrow}<g fill="#fff">${valuePath}</g>`;
}

type Position = { x: number; y: number; width: number };

function europeanFlag({ x, y, width }: Position): string {
  const height = (width * 2) / 3;
  const star = starPath(height / 18);
  const stars = Array.from({ length: 12 }, (_, hour) => {
    const angle = (hour * Math.PI) / 6;
    const center = [x + width / 2 + (Math.sin(angle) * height) / 3, y + height / 2 - (Math.cos(angle) * height) / 3];
    return `<path d="${star}" transform="translate(${center.map(round).join(' ')})"/>`;
  });
  return `<path fill="${blue}" d="M${x} ${y}h${width}v${round(height)}h-${width}z"/><g fill="#fc0">${stars.join('')}</g>`;
}

function starPath(radius: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    // The inner corners of a star with straight edges lie at 0.382 of its radius.
    const length = i % 2 === 0 ? radius : radius * 0.382;
    return [round(Math.sin((i * Math.PI) / 5) * length), round(-Math.cos((i * Math.PI) / 5) * length)].join(' ');
  });
  return `M${points.join('L')}z`;
}

function drawHeading(eprelId: number | null): string {
  const bolt = `<path fill="${blue}" d="M484 48l-44 58h27l-15 46l46 -62h-28z"/>`;
  const word = `<g fill="${blue}">${textPath('ENERG', { x: 184, y: 126, size: 74 })}</g>`;
  return (
    europeanFlag({ x: 32, y: 58, width: 126 }) +
    word +
    bolt +
    (eprelId === null ? '' : drawQr(`https://eprel.ec.europa.eu/qr/${eprelId}`, { x: 592, y: 32, width: 126 }))
  );
}

/** Draws a QR code as one path. Cuts off the border that `encodeQr` always adds: the white label is the quiet zone. */
function drawQr(text: string, { x, y, width }: Position): string {
  const withNarrowestBorder = encodeQr(text, 'raw', { ecc: 'medium', border: 1 });
  const rows = withNarrowestBorder.slice(1, -1).map((row) => row.slice(1, -1));
  const d = rows.flatMap((row, r) => row.map((dark, c) => (dark ? `M${c} ${r}h1v1h-1z` : ''))).join('');
  const scale = round(width / rows.length);
  return `<path shape-rendering="crispEdges" transform="translate(${x} ${y}) scale(${scale})" d="${d}"/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
