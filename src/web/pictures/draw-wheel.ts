export type WheelKind = 'alloy' | 'steel' | 'racing';

/** A wheel around the origin; `rim`: radius of the rim's edge. */
export function drawWheel(kind: WheelKind, rim: number): string {
  const barrel =
    `<circle r="${rim}" fill="#dfe2e4"/><circle r="${rim - 14}" fill="#8d9296"/>` +
    `<circle r="${rim - 26}" fill="url(#i)"/>`;
  if (kind === 'steel') return barrel + steelDisc(rim);
  return barrel + (kind === 'alloy' ? spokes(5, 34, 52, rim) : spokes(10, 13, 20, rim));
}

/** Spokes in two tones; `hub` and `foot`: half their width at both ends. */
function spokes(count: number, hub: number, foot: number, rim: number): string {
  const side = (fill: string, sign: 1 | -1) =>
    `<path fill="${fill}" d="M0 0H${sign * hub}L${sign * foot} -${rim - 20}H0z"/>`;
  const others = Array.from({ length: count - 1 }, (_, i) => (360 / count) * (i + 1))
    .map((angle) => `<use href="#k" transform="rotate(${angle})"/>`)
    .join('');
  return (
    `<g id="k">${side('#dadee0', -1)}${side('#c2c7ca', 1)}</g>${others}` +
    '<circle r="68" fill="#cfd3d6"/><circle r="46" fill="#7f858a"/><circle r="32" fill="#eceeef"/>'
  );
}

/** The disc of a truck's wheel: eight hand holes and ten nuts. */
function steelDisc(rim: number): string {
  return (
    `<circle r="${rim - 34}" fill="#c9cdd0"/>` +
    ring(rim - 80, 50, 8, 60, '#2a2d30') +
    '<circle r="100" fill="#aab0b4"/>' +
    ring(80, 14, 10, 14, '#3a3e42') +
    '<circle r="52" fill="#e4e7e9"/>'
  );
}

/** Marks of one length at equal distances around a circle. */
function ring(radius: number, width: number, count: number, length: number, stroke: string): string {
  const gap = Math.round((2 * Math.PI * radius * 10) / count) / 10 - length;
  return `<circle r="${radius}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-dasharray="${length} ${gap.toFixed(1)}"/>`;
}
