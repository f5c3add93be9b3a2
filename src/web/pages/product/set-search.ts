/** Returns the URL query of the page that sells two front and two rear tires together. */
export function setSearch(frontId: string, rearId: string): string {
  return `?${new URLSearchParams({ id: frontId, rear: rearId })}`;
}
