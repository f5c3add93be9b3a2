/** Returns the query of the page of a set. */
export function setSearch(frontId: string, rearId: string): string {
  return `?${new URLSearchParams({ id: frontId, rear: rearId })}`;
}
