import type { Span } from '../../../../shop/fitting/day-plan.ts';
import { stepMs } from '../../../../shop/fitting/free-starts.ts';

/** Height of a quarter of an hour. The shortest job takes two of them, and can still be pressed with gloves. */
const stepRem = 1.625;

const hourMs = 4 * stepMs;

const rem = (ms: number) => `${(ms / stepMs) * stepRem}rem`;

export function positionOf({ from, to }: Span, top: number): { top: string; height: string } {
  return { top: rem(from - top), height: rem(to - from) };
}

export function stepPx(): number {
  return stepRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

export function hoursIn({ from, to }: Span): number[] {
  return Array.from({ length: Math.ceil((to - from) / hourMs) }, (_, hour) => from + hour * hourMs);
}
