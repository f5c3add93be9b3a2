/** An address at which calendars read the fitting times of a branch. */
export type Feed = { id: number; branch: string; createdAt: string; createdBy: string };
