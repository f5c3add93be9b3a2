/** Identifies a PostgreSQL cluster, and tells its new primary from an old one. */
export type ServerIdentity = {
  /** Created by initdb; a standby has that of its primary. */
  systemIdentifier: string;
  /** Increased by each promotion of a standby. */
  timeline: number;
};

/** The server that was last used. `address`: the hosts, ports and database of its URL at that time. */
export type SeenServer = ServerIdentity & { address: string };

/** Returns why the server `found` at `address` must not be used, or null. */
export function refusalOf(seen: SeenServer | null, found: ServerIdentity, address: string): string | null {
  if (!seen) return null;
  if (found.systemIdentifier !== seen.systemIdentifier) {
    // With another address, the owner has moved the database.
    if (seen.address !== address) return null;
    return `it is another PostgreSQL than before (system identifier ${found.systemIdentifier} instead of ${seen.systemIdentifier})`;
  }
  if (found.timeline >= seen.timeline) return null;
  return `it is an old primary that came back after a failover (timeline ${found.timeline}; ${seen.timeline} was seen before)`;
}

export function parseSeenServer(text: string): SeenServer | null {
  try {
    const { address, systemIdentifier, timeline } = JSON.parse(text);
    const isValid =
      typeof address === 'string' && typeof systemIdentifier === 'string' && Number.isInteger(timeline) && timeline > 0;
    return isValid ? { address, systemIdentifier, timeline } : null;
  } catch {
    return null;
  }
}
