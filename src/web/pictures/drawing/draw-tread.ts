import { type Half, type Pattern, type Studs, type Turn, turned } from './cuts.ts';
import { bandPath, blockPlaces, pitchLength, ringPath } from './projection.ts';

const groove = '#121416';
const edge = '#8b9197';

/** The tread: one block repeated around the tire, in few elements, because each `use` costs a layout. */
export function drawTread(pattern: Pattern): string {
  const { pitches, rings, half, other, stagger, studs } = pattern;
  const shift = Math.round(pitchLength(pitches) * stagger);
  const opposite =
    other === 'mirrored'
      ? turnedHalf(half, [-1, 1], shift)
      : other === 'turned'
        ? turnedHalf(half, [-1, -1], shift)
        : other;
  // A mirror image runs the other way round: in one path the two would cut holes into each other where they overlap.
  const grooves = other === 'mirrored' ? [half.grooves, opposite.grooves] : [half.grooves + opposite.grooves];
  const sipes = half.sipes + opposite.sipes;
  const block = grooves.map(filled).join('') + (sipes && `<path fill="none" d="${sipes}"/>`);
  const blocks = blockPlaces(pitches)
    .map((place) => `<use href="#b" transform="${place}"/>`)
    .join('');
  const around = rings.map(ringPath).join('');
  return (
    `<clipPath id="c"><path d="${bandPath()}"/></clipPath>` +
    `<defs><g id="b">${block}</g></defs>` +
    `<g clip-path="url(#c)"><path fill="url(#r)" d="${bandPath()}"/>` +
    `<g fill="${edge}" transform="translate(2 5)"><g id="t">${blocks}${around && filled(around)}</g></g>` +
    `<use href="#t" fill="${groove}" stroke="${groove}" stroke-width="4"/>` +
    (studs ? drawStuds(studs, pitches) : '') +
    `<path fill="url(#l)" d="${bandPath()}"/></g>`
  );
}

function filled(path: string): string {
  return `<path stroke="none" d="${path}"/>`;
}

function turnedHalf({ grooves, sipes }: Half, turn: Turn, shift: number): Half {
  return { grooves: turned(grooves, turn, shift), sipes: turned(sipes, turn, shift) };
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
