import { isSameSize } from '../sets/axles.ts';
import { loadInKg, speedInKmh } from '../tire/indices.ts';
import type { Tire } from '../tire/tire.ts';

/** Marks that a car may depend on: it has no spare wheel (RF), needs van tires (C) or winter tires by law (3PMSF). */
const requiredMarks = ['RF', 'C', '3PMSF'] as const;

/** Requires the same size and season, at least the same load and speed, the required marks that `tire` has, and ice grip if `tire` has it. */
export function canReplace(replacement: Tire, tire: Tire): boolean {
  return (
    replacement.season === tire.season &&
    isSameSize(replacement.size, tire.size) &&
    carriesLoad(replacement.loadIndex, tire.loadIndex) &&
    allowsSpeed(replacement.speedIndex, tire.speedIndex) &&
    requiredMarks.filter((mark) => tire.marks.includes(mark)).every((mark) => replacement.marks.includes(mark)) &&
    (!tire.label?.ice || replacement.label?.ice === true)
  );
}

/** An index that is not in the load table is matched only by the same index. */
function carriesLoad(loadIndex: string, required: string): boolean {
  const requiredKg = loadInKg(required);
  const hasUnknownIndex = requiredKg.length < required.split('/').length;
  if (hasUnknownIndex) return loadIndex === required;
  const kg = loadInKg(loadIndex);
  return requiredKg.every((minKg, position) => (kg[position] ?? 0) >= minKg);
}

function allowsSpeed(symbol: string, required: string): boolean {
  if (symbol === required) return true;
  const requiredSpeed = speedInKmh(required);
  const speed = speedInKmh(symbol);
  if (!requiredSpeed || !speed) return false;
  return speed.kmh > requiredSpeed.kmh || (speed.kmh === requiredSpeed.kmh && !requiredSpeed.allowsMore);
}
