import type { Span } from '../../../../shop/fitting/day-plan.ts';
import { stepMs } from '../../../../shop/fitting/free-starts.ts';

/** The height of a quarter of an hour. The shortest job takes two quarters, and can still be pressed with gloves. */
const stepRem = 1.625;

const hourMs = 4 * stepMs;

const toRem = (ms: number) => `${(ms / stepMs) * stepRem}rem`;

export const topOf = (at: number, topMs: number): string => toRem(at - topMs);

export function positionOf({ from, to }: Span, topMs: number): { top: string; height: string } {
  return { top: topOf(from, topMs), height: toRem(to - from) };
}

export function stepPx(): number {
  return stepRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** Returns the instants of all full hours, in ms. `from` must be a full hour. */
export function hoursIn({ from, to }: Span): number[] {
  return Array.from({ length: Math.ceil((to - from) / hourMs) }, (_, hour) => from + hour * hourMs);
}
