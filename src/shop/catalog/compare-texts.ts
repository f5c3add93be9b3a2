/** Compares by character codes, so that the order is the same in all locales. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
