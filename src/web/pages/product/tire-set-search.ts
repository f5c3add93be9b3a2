/** Returns the URL query of the page that sells two front and two rear tires together. */
export function tireSetSearch(frontId: string, rearId: string): string {
  return `?${new URLSearchParams({ id: frontId, rear: rearId })}`;
}
