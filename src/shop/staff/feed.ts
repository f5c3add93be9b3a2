/** A URL from which calendar programs read the fitting appointments of a branch. */
export type Feed = { id: number; branch: string; createdAt: string; createdBy: string };
