import type { Size } from '../tire/size.ts';
import type { Tire } from '../tire/tire.ts';

export const tiresPerAxle = 2;

const mmPerInch = 25.4;

/** For sizes that state no profile: the height of the tire's side in percent of its width. */
const fullProfilePercent = 80;

/** Returns mm, calculated from the size. Tires of different manufacturers differ from it by some mm. */
export function outerDiameter({ treadWidth, profile, diameter }: Size): number {
  return diameter * mmPerInch + (2 * treadWidth * (profile || fullProfilePercent)) / 100;
}

/** The difference of two outer diameters in percent of the smaller one. */
export function diameterDifference(a: Size, b: Size): number {
  const [small = 0, large = 0] = [outerDiameter(a), outerDiameter(b)].sort((one, other) => one - other);
  return (large / small - 1) * 100;
}

/** Of sets for an unknown vehicle. Factory sets differ by up to 1 % (saloons), 5.5 % (rear engine): docs/decisions/supply/2026-11-28-vehicles-and-sets.md. */
export const maxDifferencePercent = 2;

/** Beyond every factory set: such sizes do not belong to one car. */
const impossibleDifferencePercent = 10;

type ModelTire = Pick<Tire, 'manufacturer' | 'model' | 'season' | 'marks'>;
type SizedTire = ModelTire & Pick<Tire, 'size'>;

/** Whether both have the same manufacturer, model, season (and so studs), run-flat construction, van construction and car approvals. */
export function isSameModel(a: ModelTire, b: ModelTire): boolean {
  return (
    a.manufacturer.id === b.manufacturer.id &&
    a.model === b.model &&
    a.season === b.season &&
    ['RF', 'C'].every((mark) => a.marks.includes(mark) === b.marks.includes(mark)) &&
    approvals(a.marks).join() === approvals(b.marks).join()
  );
}

/** Marks of tires approved by a car manufacturer, such as `*` (BMW), `AO` (Audi), `MO` (Mercedes-Benz), `N0` (Porsche) and `T0` (Tesla). */
const approval =
  /^(?:\*{1,2}|\(\*\)|AO[E\d]?|RO\d|MO(?:E|\d|-?S|-?V)?|N[ACDEF]?\d|T\d|VOL|POL|JLR|J|LR\d?|K\d|F\d{0,2}|HN|MGT|AMR?|AM\d|BL|ALP|RN\d?|GOE|HN\d?)$/;

function approvals(marks: readonly string[]): string[] {
  return marks.filter((mark) => approval.test(mark)).sort();
}

export function isSameSize(a: Size, b: Size): boolean {
  return a.treadWidth === b.treadWidth && a.profile === b.profile && a.diameter === b.diameter;
}

/** Whether `rear` is another size, on no smaller rim and not narrower: no car has the wider tires in front. */
export function isRearSize(front: Size, rear: Size): boolean {
  return (
    !isSameSize(front, rear) &&
    rear.treadWidth >= front.treadWidth &&
    rear.diameter >= front.diameter &&
    diameterDifference(front, rear) < impossibleDifferencePercent
  );
}

/** Whether two tires can be the front and rear tires of some car. Tires of trucks are chosen by axle, not as sets. */
export function isSet(front: SizedTire, rear: SizedTire): boolean {
  return front.season !== 'truck' && isSameModel(front, rear) && isRearSize(front.size, rear.size);
}

/** Whether two tires can be offered as a set to a visitor whose car is not known. */
export function isLikelySet(front: SizedTire, rear: SizedTire): boolean {
  return isSet(front, rear) && diameterDifference(front.size, rear.size) <= maxDifferencePercent;
}
