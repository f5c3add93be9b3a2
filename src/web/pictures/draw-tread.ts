import { bandPath, blockPlaces, pitchLength, ringPath } from './projection.ts';
import type { Half, Pattern, Studs } from './tread/pattern.ts';

const groove = '#121416';
/** The edge of a groove that catches the light. */
const edge = '#8b9197';

/** The tread as SVG: the block once, laid around the tire. */
export function drawTread(pattern: Pattern): string {
  const { pitches, rings, half, other, stagger, studs } = pattern;
  const shift = Math.round(pitchLength(pitches) * stagger);
  const turned = (turn: string) => `<use href="#h" transform="matrix(${turn} 0 ${shift})"/>`;
  const otherHalf =
    other === 'mirrored' ? turned('-1 0 0 1') : other === 'turned' ? turned('-1 0 0 -1') : drawHalf(other);
  const blocks = blockPlaces(pitches)
    .map((place) => `<use href="#b" transform="${place}"/>`)
    .join('');
  const around = rings.map(ringPath).join('');
  return (
    `<clipPath id="c"><path d="${bandPath()}"/></clipPath>` +
    `<defs><g id="h">${drawHalf(half)}</g><g id="b"><use href="#h"/>${otherHalf}</g>` +
    `<g id="t">${blocks}${around && `<path stroke="none" d="${around}"/>`}</g></defs>` +
    `<g clip-path="url(#c)"><path fill="url(#r)" d="${bandPath()}"/>` +
    // Grooves twice: the lit edge below, the groove over it.
    `<use href="#t" fill="${edge}" stroke="none" transform="translate(2 5)"/>` +
    `<use href="#t" fill="${groove}" stroke="${groove}" stroke-width="4"/>` +
    (studs ? drawStuds(studs, pitches) : '') +
    `<path fill="url(#l)" d="${bandPath()}"/></g>`
  );
}

function drawHalf({ grooves, sipes }: Half): string {
  return `<path stroke="none" d="${grooves}"/>${sipes && `<path fill="none" d="${sipes}"/>`}`;
}

function drawStuds({ kind, at }: Studs, pitches: number): string {
  const points = at.map(([x, t]) => `M${Math.round(x)} ${Math.round(t)}h0`).join('');
  const [outer, inner] = kind === 'stud' ? ['#101214', '#f8fafb'] : ['#a6abaf', '#060708'];
  const around = blockPlaces(pitches, 3).map((place) => `<use href="#s" transform="${place}"/>`);
  return (
    `<defs><path id="s" d="${points}"/><g id="u">${around.join('')}</g></defs>` +
    `<g stroke-linecap="round"><use href="#u" stroke="${outer}" stroke-width="30"/>` +
    `<use href="#u" stroke="${inner}" stroke-width="${kind === 'stud' ? 20 : 17}"/></g>`
  );
}
