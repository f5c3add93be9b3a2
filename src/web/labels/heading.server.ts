import encodeQr from 'qr';
import { outlined } from './outlines.server.ts';

const blue = '#003399';

/** The flag of the European Union: twelve stars on a circle, one point up. */
function flag(x: number, y: number, width: number): string {
  const height = (width * 2) / 3;
  const star = starPath(height / 18);
  const stars = Array.from({ length: 12 }, (_, hour) => {
    const angle = (hour * Math.PI) / 6;
    const at = [x + width / 2 + (Math.sin(angle) * height) / 3, y + height / 2 - (Math.cos(angle) * height) / 3];
    return `<path d="${star}" transform="translate(${at.map(round).join(' ')})"/>`;
  });
  return `<path fill="${blue}" d="M${x} ${y}h${width}v${round(height)}h-${width}z"/><g fill="#fc0">${stars.join('')}</g>`;
}

function starPath(radius: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const length = i % 2 === 0 ? radius : radius * 0.382;
    return [round(Math.sin((i * Math.PI) / 5) * length), round(-Math.cos((i * Math.PI) / 5) * length)].join(' ');
  });
  return `M${points.join('L')}z`;
}

/** Flag, energy mark and, where its number in EPREL is known, the code that leads there. */
export function drawHeading(eprelId: number | null): string {
  const bolt = `<path fill="${blue}" d="M484 48l-44 58h27l-15 46l46 -62h-28z"/>`;
  const word = `<g fill="${blue}">${outlined('ENERG', { x: 184, y: 126, size: 74 })}</g>`;
  return flag(32, 58, 126) + word + bolt + (eprelId === null ? '' : drawQr(eprelLink(eprelId), 592, 32, 126));
}

export function eprelLink(eprelId: number): string {
  return `https://eprel.ec.europa.eu/qr/${eprelId}`;
}

/** A QR code as one path of squares, as wide as `width`; the paper around it is its quiet zone. */
function drawQr(text: string, x: number, y: number, width: number): string {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 1 })
    .map((row) => row.slice(1, -1))
    .slice(1, -1);
  const d = rows.flatMap((row, r) => row.map((dark, c) => (dark ? `M${c} ${r}h1v1h-1z` : ''))).join('');
  const scale = round(width / rows.length);
  return `<path shape-rendering="crispEdges" transform="translate(${x} ${y}) scale(${scale})" d="${d}"/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
