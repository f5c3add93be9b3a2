import { z } from 'zod';
import { parseJson } from '../durable-files.server.ts';

const seenServerSchema = z.object({
  address: z.string(),
  /** Created by initdb; a standby has that of its primary. */
  systemIdentifier: z.string(),
  /** Increased by each promotion of a standby. */
  timeline: z.int().positive(),
});

/** The server that was last used, with its address at that time. */
export type SeenServer = z.infer<typeof seenServerSchema>;

/** Identifies a PostgreSQL cluster, and tells its new primary from an old one. */
export type ServerIdentity = Omit<SeenServer, 'address'>;

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
  return parseJson(text, seenServerSchema);
}
