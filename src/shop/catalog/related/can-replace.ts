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
function carriesAsMuch(other: string, required: string): boolean {
  const kg = loadInKg(required);
  if (kg.length < required.split('/').length) return other === required;
  const carried = loadInKg(other);
  return kg.every((minKg, position) => (carried[position] ?? 0) >= minKg);
}

function isAsFast(other: string, required: string): boolean {
  if (other === required) return true;
  const min = speedInKmh(required);
  const speed = speedInKmh(other);
  if (!min || !speed) return false;
  return speed.kmh > min.kmh || (speed.kmh === min.kmh && !min.above);
}
