/** The picture has 1000 × 1000 units. Its parallel projection scales the width of circles by `squeeze`. */
export const tireRadius = 480;
export const squeeze = 0.6;
export const sidewallCentre = { x: 664, y: 500 };

export const halfTreadWidth = 165;
/** The edge of the tread at negative x, measured from the middle of the tread. */
export const shoulder = -halfTreadWidth;
/** Where a groove ends that is clipped at the shoulder. */
export const outsideShoulder = shoulder - 10;

const treadMiddleX = sidewallCentre.x - halfTreadWidth;

export function pitchLength(pitches: number): number {
  return (2 * Math.PI * tireRadius) / pitches;
}

/** Returns SVG transforms of flat blocks around the visible tread. `every`: the distance of two blocks, in pitches. */
export function blockTransforms(pitches: number, every = 1): string[] {
  const stepAngle = (2 * Math.PI * every) / pitches;
  const quarterTurn = Math.PI / 2;
  const blocksAboveMiddle = Math.ceil(quarterTurn / stepAngle);
  return Array.from({ length: 2 * blocksAboveMiddle + 1 }, (_, i) => {
    const angle = (blocksAboveMiddle - i) * stepAngle;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const x = Math.round(treadMiddleX - tireRadius * squeeze * cos);
    const y = Math.round(sidewallCentre.y - tireRadius * sin);
    const xAndYPerUnitAlongTread = `${withTwoDecimals(-squeeze * sin)} ${withTwoDecimals(cos)}`;
    return `matrix(1 0 ${xAndYPerUnitAlongTread} ${x} ${y})`;
  });
}

export function ringPath({ x, width }: { x: number; width: number }): string {
  const left = Math.round(treadMiddleX + x - width / 2);
  return `M${left} ${sidewallCentre.y - tireRadius}${leftArc(1)}h${Math.round(width)}${leftArc(-1)}z`;
}

export const treadPath = `M${sidewallCentre.x} ${sidewallCentre.y - tireRadius}h-${2 * halfTreadWidth}${leftArc(1)}h${2 * halfTreadWidth}z`;

/** Returns a path command for the left half of a squeezed circle. `direction`: 1 downwards, -1 upwards. */
function leftArc(direction: 1 | -1): string {
  const sweepFlag = direction === 1 ? 0 : 1;
  return `a${tireRadius * squeeze} ${tireRadius} 0 0 ${sweepFlag} 0 ${direction * 2 * tireRadius}`;
}

/** Writes 0.6 as `.6`, and -0 as `0`. */
function withTwoDecimals(value: number): string {
  const rounded = Number(value.toFixed(2)) + 0;
  return `${rounded}`.replace('0.', '.');
}
