import { loadInKg, speedInKmh } from '../tire/indices.ts';
import type { Tire } from '../tire/tire.ts';

/** Marks that a car may depend on: it has no spare wheel (RF), needs van tires (C) or winter tires by law (3PMSF). */
const requiredMarks = ['RF', 'C', '3PMSF'] as const;

/** Requires the same size and season, at least the same load and speed, and the required marks and ice grip that `tire` has. */
export function canReplace(other: Tire, tire: Tire): boolean {
  return (
    other.season === tire.season &&
    other.size.treadWidth === tire.size.treadWidth &&
    other.size.profile === tire.size.profile &&
    other.size.diameter === tire.size.diameter &&
    carriesLoad(other.loadIndex, tire.loadIndex) &&
    allowsSpeed(other.speedIndex, tire.speedIndex) &&
    requiredMarks.every((mark) => !tire.marks.includes(mark) || other.marks.includes(mark)) &&
    (!tire.label?.ice || other.label?.ice === true)
  );
}

/** An index that is not in the load table is matched only by the same index. */
function carriesLoad(other: string, required: string): boolean {
  const requiredKg = loadInKg(required);
  if (requiredKg.length < required.split('/').length) return other === required;
  const otherKg = loadInKg(other);
  return requiredKg.every((minKg, position) => (otherKg[position] ?? 0) >= minKg);
}

function allowsSpeed(other: string, required: string): boolean {
  if (other === required) return true;
  const requiredSpeed = speedInKmh(required);
  const speed = speedInKmh(other);
  if (!requiredSpeed || !speed) return false;
  return speed.kmh > requiredSpeed.kmh || (speed.kmh === requiredSpeed.kmh && !requiredSpeed.above);
}
