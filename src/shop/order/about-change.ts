/** `about` of a mail about a change of an order: the id of the event and, in a mail to the branch that the order leaves, that branch. */
export const aboutChange = {
  write: (eventId: number, leaves?: string): string => ['changed', eventId, ...(leaves ? [leaves] : [])].join(' '),
  read(about: string): { eventId: number; leaves: string | null } | null {
    const [, eventId, leaves] = /^changed (\d+)(?: (\S+))?$/.exec(about) ?? [];
    return eventId === undefined ? null : { eventId: Number(eventId), leaves: leaves ?? null };
  },
};
