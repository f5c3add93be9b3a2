import { loadInKg, speedInKmh } from '../tire/indices.ts';
import type { Tire } from '../tire/tire.ts';

/** No spare wheel (RF), a vehicle that needs van tires (C), the winter law (3PMSF). */
const neededMarks = ['RF', 'C', '3PMSF'] as const;

/** Whether `other` has the size and season of a tire, and at least its load, speed, needed marks and ice grip. */
export function canReplace(other: Tire, tire: Tire): boolean {
  return (
    other.season === tire.season &&
    other.size.treadWidth === tire.size.treadWidth &&
    other.size.profile === tire.size.profile &&
    other.size.diameter === tire.size.diameter &&
    carriesAsMuch(other.loadIndex, tire.loadIndex) &&
    isAsFast(other.speedIndex, tire.speedIndex) &&
    neededMarks.every((mark) => !tire.marks.includes(mark) || other.marks.includes(mark)) &&
    (!tire.label?.ice || other.label?.ice === true)
  );
}

/** An index that the table lacks matches only itself. */
function carriesAsMuch(other: string, wanted: string): boolean {
  const kg = loadInKg(wanted);
  if (kg.length < wanted.split('/').length) return other === wanted;
  const carried = loadInKg(other);
  return kg.every((least, position) => (carried[position] ?? 0) >= least);
}

function isAsFast(other: string, wanted: string): boolean {
  if (other === wanted) return true;
  const least = speedInKmh(wanted);
  const speed = speedInKmh(other);
  if (!least || !speed) return false;
  return speed.kmh > least.kmh || (speed.kmh === least.kmh && !least.above);
}
