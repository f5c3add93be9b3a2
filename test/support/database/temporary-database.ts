import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type EmbeddedServer, startEmbedded } from '../../../src/database/embedded/embedded.server.ts';

const newFolder = () => mkdtemp(join(tmpdir(), 'rehvipood-'));
const remove = (folder: string) => rm(folder, { recursive: true, force: true });

/** A new folder with mode 0700, removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await newFolder();
  onTestFinished(() => remove(folder));
  return folder;
}

/** Starts a PostgreSQL for the test file. Returns a function that creates a database and returns its URL. */
export function temporaryDatabases(): () => Promise<string> {
  let folder: string;
  let server: EmbeddedServer;
  let databaseCount = 0;
  beforeAll(async () => {
    folder = await newFolder();
    server = await startEmbedded({ folder, log: () => {} });
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    await remove(folder);
  });
  return async () => {
    databaseCount += 1;
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query(`create database temporary_${databaseCount}`).finally(() => client.end());
    return server.url.replace(/postgres$/, `temporary_${databaseCount}`);
  };
}
