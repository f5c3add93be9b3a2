/** Marks of tires approved by a car manufacturer, such as `*` (BMW), `AO` (Audi), `MO` (Mercedes-Benz), `N0` (Porsche) and `T0` (Tesla). */
const approval =
  /^(?:\*{1,2}|\(\*\)|AO[E\d]?|RO\d|MO(?:E|\d|-?S|-?V)?|N[ACDEF]?\d|T\d|VOL|POL|JLR|J|LR\d?|K\d|F\d{0,2}|HN|MGT|AMR?|AM\d|BL|ALP|RN\d?|GOE|HN\d?)$/;

export function approvals(marks: readonly string[]): string[] {
  return marks.filter((mark) => approval.test(mark)).sort();
}
