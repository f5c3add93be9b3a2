import { loadInKg, speedInKmh } from './indices.ts';
import type { Product } from './tire.ts';

/** Marks that a buyer may depend on: no spare wheel (RF), a vehicle that needs van tires (C), the winter law (3PMSF). */
const needed = ['RF', 'C', '3PMSF'] as const;

/**
 * Whether a tire may be offered in place of another: of its size and season, and in nothing weaker that its buyer may
 * rely on: load, speed, run-flat, van tire, snow, ice.
 */
export function canReplace(other: Product, tire: Product): boolean {
  return (
    other.season === tire.season &&
    other.size.treadWidth === tire.size.treadWidth &&
    other.size.profile === tire.size.profile &&
    other.size.diameter === tire.size.diameter &&
    carriesAsMuch(other.loadIndex, tire.loadIndex) &&
    isAsFast(other.speedIndex, tire.speedIndex) &&
    needed.every((mark) => !tire.marks.includes(mark) || other.marks.includes(mark)) &&
    (!tire.label?.ice || other.label?.ice === true)
  );
}

/** Both indices of a pair must do. One that the table lacks is matched by the same one only. */
function carriesAsMuch(other: string, wanted: string): boolean {
  const kg = loadInKg(wanted);
  if (kg.length < wanted.split('/').length) return other === wanted;
  const carried = loadInKg(other);
  return kg.every((least, position) => (carried[position] ?? 0) >= least);
}

/** `(Y)` stands for more than Y. A symbol that the table lacks is matched by the same one only. */
function isAsFast(other: string, wanted: string): boolean {
  if (other === wanted) return true;
  const least = speedInKmh(wanted);
  const speed = speedInKmh(other);
  if (!least || !speed) return false;
  return speed.kmh > least.kmh || (speed.kmh === least.kmh && !least.above);
}
