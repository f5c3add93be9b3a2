import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../durable-files.server.ts';
import { parseSeenServer, refusalOf, type SeenServer, type ServerIdentity } from './seen-server.ts';
import { addressOf, needsReadWrite, serverUrls } from './server-urls.ts';

/** The state of a server, read by each new connection. `identity`: null if this role may not read it. */
export type ServerState = { isStandby: boolean; isReadOnly: boolean; identity: ServerIdentity | null };

/** A server that accepts connections, but must not be used. The message is one line for the operator. */
export class RefusedServer extends Error {
  readonly code = 'SERVER_REFUSED';
}

type Connection = { close(): void };

export type ExternalServer = {
  urls: readonly [string, ...string[]];
  /** Why a server in this state cannot be used; null if it can. Changes nothing. */
  refusal(state: ServerState): string | null;
  /** Remembers the server of a connection, and closes connections to older timelines. Throws RefusedServer. */
  accept(url: string, state: ServerState, connection: Connection): void;
  forgetConnection(connection: Connection): void;
  /** The URL of the last accepted server. Callers unset it when a connection fails, to try all URLs again. */
  preferredUrl: string | undefined;
};

const advice = 'See “A cluster” in docs/operating.md.';

type Options = {
  folder: string;
  log: (line: string) => void;
  /** The record in `folder` of the server of earlier runs: read it, read and `update` it, or do neither (`ignore`). */
  serverRecord: 'update' | 'read' | 'ignore';
};

// Keyed by DATABASE_URL, so that a server that any connection has seen is known to all connections.
const externalServers = new Map<string, ExternalServer>();

/** Returns the server of a URL for which `registerExternalServer` was called; undefined for the embedded database. */
export function externalServerOf(url: string | undefined): ExternalServer | undefined {
  return url === undefined ? undefined : externalServers.get(url);
}

const serverRecordFile = (folder: string) => join(folder, 'database-server.json');

/** From now on, connections to `url` are checked: standbys and old primaries are refused. */
export async function registerExternalServer(url: string, { folder, log, serverRecord }: Options): Promise<void> {
  const address = addressOf(url);
  let seen: SeenServer | null =
    serverRecord === 'ignore'
      ? null
      : await readFile(serverRecordFile(folder), 'utf8').then(parseSeenServer, () => null);
  let lastRefusal: string | undefined;
  const connectionTimelines = new Map<Connection, number>();
  let storing = Promise.resolve();
  const store = async (server: SeenServer) => {
    await mkdir(folder, { recursive: true });
    await writeDurably(serverRecordFile(folder), server);
  };
  const reportUnstored = (error: Error) =>
    log(
      `The timeline of the database cannot be stored in ${folder}, so the next start does not know it: ${error.message}`,
    );
  const server: ExternalServer = {
    urls: serverUrls(url),
    preferredUrl: undefined,
    refusal({ isStandby, isReadOnly, identity }) {
      if (isStandby) return 'it is a standby';
      if (isReadOnly && needsReadWrite(url)) return 'it is read-only';
      if (!identity) return null;
      return refusalOf(seen, identity, address);
    },
    accept(usedUrl, state, connection) {
      const refusal = server.refusal(state);
      if (refusal) {
        const host = new URL(usedUrl).host;
        const error = new RefusedServer(`The database server ${host} is refused: ${refusal}. ${advice}`);
        if (lastRefusal !== error.message) log(error.message);
        lastRefusal = error.message;
        throw error;
      }
      lastRefusal = undefined;
      server.preferredUrl = usedUrl;
      if (!state.identity) return;
      const { timeline, systemIdentifier } = state.identity;
      connectionTimelines.set(connection, timeline);
      const isNew =
        seen?.timeline !== timeline || seen.systemIdentifier !== systemIdentifier || seen.address !== address;
      if (!isNew) return;
      if (seen) log(describeChange(seen, state.identity));
      const newServer = { address, systemIdentifier, timeline };
      seen = newServer;
      if (serverRecord === 'update') storing = storing.then(() => store(newServer)).catch(reportUnstored);
      for (const [openConnection, connectionTimeline] of connectionTimelines) {
        const isToOldPrimary = connectionTimeline < timeline;
        if (isToOldPrimary) openConnection.close();
      }
    },
    forgetConnection: (connection) => void connectionTimelines.delete(connection),
  };
  externalServers.set(url, server);
}

function describeChange(seen: SeenServer, { systemIdentifier, timeline }: ServerIdentity): string {
  if (seen.systemIdentifier !== systemIdentifier) return 'The database is on another PostgreSQL than before.';
  if (seen.timeline === timeline) return 'The database has another address than before.';
  return `The database has a new primary: timeline ${timeline}, before ${seen.timeline}.`;
}

/** Deletes the record of the database server in `folder`, after a restore into a new server. */
export async function deleteServerRecord(folder: string): Promise<void> {
  await rm(serverRecordFile(folder), { force: true });
}
