/** `about` of a mail about a change: the event's id; in mails to the branch that the order leaves, also this branch. */
export const changeMailAbout = {
  write: (eventId: number, leftBranch?: string): string =>
    ['changed', eventId, ...(leftBranch ? [leftBranch] : [])].join(' '),
  read(about: string): { eventId: number; leftBranch: string | null } | null {
    const [, eventId, leftBranch] = /^changed (\d+)(?: (\S+))?$/.exec(about) ?? [];
    return eventId === undefined ? null : { eventId: Number(eventId), leftBranch: leftBranch ?? null };
  },
};
