import { drawLettering, type Lettering } from './draw-lettering.ts';
import { drawWheel, type WheelKind } from './draw-wheel.ts';
import { middle, radius, squeeze } from './projection.ts';

export type Sidewall = {
  wheel: WheelKind;
  /** A stiffened wall that carries the car without air. */
  runflat: boolean;
  /** Lugs around the shoulder. */
  lugs: number;
  lettering: Lettering | null;
};

/** Radius of the rim: high walls for trucks, low ones for racing. */
const rims: Record<WheelKind, number> = { alloy: 302, steel: 280, racing: 336 };

/** The near side of the tire and its wheel: circles, squeezed as a whole into ellipses. */
export function drawSidewall({ wheel, runflat, lugs, lettering }: Sidewall): string {
  const rim = rims[wheel];
  return (
    `<g transform="matrix(${squeeze} 0 0 1 ${middle.x} ${middle.y})">` +
    `<circle r="${radius}" fill="#2b2e31"/>` +
    `<circle r="${radius - 16}" fill="none" stroke="#4a4f54" stroke-width="26" pathLength="${lugs * 10}" stroke-dasharray="7 3"/>` +
    `<circle r="${radius - 26}" fill="url(#w)"/>` +
    line(radius - 34, '#6a7076', 3) +
    line(rim + 20, '#6a7076', 4) +
    (runflat ? line(rim + 13, '#c3c8cc', 11) : '') +
    (lettering ? drawLettering(lettering, (radius + rim) / 2 - 8) : '') +
    drawWheel(wheel, rim) +
    '</g>'
  );
}

function line(r: number, stroke: string, width: number): string {
  return `<circle r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
}
