let found = false;

/** Whether the shop is by now served from a newer build than this document. */
export function newBuildFound(): boolean {
  return found;
}

/** From now on the next navigation opens a document. */
export function noteNewBuild(): void {
  found = true;
}
