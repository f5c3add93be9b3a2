import { type Half, type Pattern, type Studs, type Turn, transformed } from './cuts.ts';
import { blockTransforms, pitchLength, ringPath, treadPath } from './projection.ts';

const grooveColour = '#121416';
const edgeColour = '#8b9197';

const blocksPerStudGroup = 3;

const stackedDots = {
  stud: { outer: { colour: '#101214', width: 40 }, inner: { colour: '#f8fafb', width: 28 } },
  hole: { outer: { colour: '#a6abaf', width: 30 }, inner: { colour: '#060708', width: 17 } },
} as const satisfies Record<Studs['kind'], unknown>;

/** Draws one block, repeated around the tire, with few `use` elements, as each costs browsers layout time. */
export function drawTread(pattern: Pattern): string {
  const { pitches, ringGrooves, half, otherHalf, otherHalfShift, studs } = pattern;
  const shift = Math.round(pitchLength(pitches) * otherHalfShift);
  const opposite = oppositeHalf(pattern, shift);
  // Mirroring reverses the direction of a path. Where opposite directions overlap in one path, the fill rule `nonzero` fills nothing.
  const grooves = otherHalf === 'mirrored' ? [half.grooves, opposite.grooves] : [half.grooves + opposite.grooves];
  const sipes = half.sipes + opposite.sipes;
  const block = grooves.map(fillPath).join('') + (sipes && `<path fill="none" d="${sipes}"/>`);
  const blocks = blockTransforms(pitches)
    .map((transform) => `<use href="#b" transform="${transform}"/>`)
    .join('');
  const ringsPath = ringGrooves.map(ringPath).join('');
  // draw-tire.ts has the gradients `r` (light) and `l` (shadow).
  return (
    `<clipPath id="c"><path d="${treadPath}"/></clipPath>` +
    `<defs><g id="b">${block}</g></defs>` +
    `<g clip-path="url(#c)"><path fill="url(#r)" d="${treadPath}"/>` +
    `<g fill="${edgeColour}" transform="translate(2 5)"><g id="t">${blocks}${ringsPath && fillPath(ringsPath)}</g></g>` +
    `<use href="#t" fill="${grooveColour}" stroke="${grooveColour}" stroke-width="4"/>` +
    (studs ? drawStuds(studs, pitches) : '') +
    `<path fill="url(#l)" d="${treadPath}"/></g>`
  );
}

function fillPath(path: string): string {
  return `<path stroke="none" d="${path}"/>`;
}

function oppositeHalf({ half, otherHalf }: Pattern, shift: number): Half {
  if (otherHalf === 'mirrored') return transformedHalf(half, [-1, 1], shift);
  if (otherHalf === 'rotated') return transformedHalf(half, [-1, -1], shift);
  return otherHalf;
}

function transformedHalf({ grooves, sipes }: Half, turn: Turn, shift: number): Half {
  return { grooves: transformed(grooves, turn, shift), sipes: transformed(sipes, turn, shift) };
}

function drawStuds({ kind, points }: Studs, pitches: number): string {
  // Lines without length, whose round ends are drawn as dots.
  const dots = points.map(([x, t]) => `M${Math.round(x)} ${Math.round(t)}h0`).join('');
  const { outer, inner } = stackedDots[kind];
  const studGroups = blockTransforms(pitches, blocksPerStudGroup).map(
    (transform) => `<use href="#s" transform="${transform}"/>`,
  );
  return (
    `<defs><path id="s" d="${dots}"/><g id="u">${studGroups.join('')}</g></defs>` +
    `<g stroke-linecap="round"><use href="#u" stroke="${outer.colour}" stroke-width="${outer.width}"/>` +
    `<use href="#u" stroke="${inner.colour}" stroke-width="${inner.width}"/></g>`
  );
}
