/** A parallel projection that scales the width of circles by `squeeze`. The picture is 1000 × 1000 units. */
export const radius = 480;
export const squeeze = 0.6;
export const middle = { x: 664, y: 500 };

export const halfWidth = 165;

const crownX = middle.x - halfWidth;

export function pitchLength(pitches: number): number {
  return (2 * Math.PI * radius) / pitches;
}

/** Returns SVG transforms that place flat blocks around the visible half of the tread. `every`: one for so many pitches. */
export function blockPlaces(pitches: number, every = 1): string[] {
  const step = (2 * Math.PI * every) / pitches;
  const around = Math.ceil(Math.PI / step / 2);
  return Array.from({ length: 2 * around + 1 }, (_, i) => {
    const angle = (around - i) * step;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const x = Math.round(crownX - radius * squeeze * cos);
    const y = Math.round(middle.y - radius * sin);
    return `matrix(1 0 ${short(-squeeze * sin)} ${short(cos)} ${x} ${y})`;
  });
}

export function ringPath({ x, width }: { x: number; width: number }): string {
  const left = Math.round(crownX + x - width / 2);
  return `M${left} ${middle.y - radius}${leftArc(1)}h${Math.round(width)}${leftArc(-1)}z`;
}

export function bandPath(): string {
  return `M${middle.x} ${middle.y - radius}h-${2 * halfWidth}${leftArc(1)}h${2 * halfWidth}z`;
}

function leftArc(direction: 1 | -1): string {
  return `a${radius * squeeze} ${radius} 0 0 ${direction === 1 ? 0 : 1} 0 ${direction * 2 * radius}`;
}

function short(value: number): string {
  return `${Number(value.toFixed(2)) + 0}`.replace('0.', '.');
}
