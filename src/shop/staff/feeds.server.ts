import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { ChangeStamp } from '../history.server.ts';
import { sha256 } from '../order/order-codes.server.ts';
import type { Feed } from './feed.ts';
import { newToken } from './token.ts';

/** Creates a calendar feed of a branch. Returns the secret of its URL, 256 bits, of which only a hash is stored. */
export async function createFeed(db: Kysely<Tables>, branch: string, { at, actor }: ChangeStamp): Promise<string> {
  const token = newToken();
  await db
    .insertInto('fitting_feeds')
    .values({ branch, token_hash: sha256(token), created_at: at, created_by: actor })
    .execute();
  return token;
}

export async function branchOfFeed(db: Kysely<Tables>, token: string): Promise<string | null> {
  const feed = await db
    .selectFrom('fitting_feeds')
    .select('branch')
    .where('token_hash', '=', sha256(token))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return feed?.branch ?? null;
}

export async function revokeFeed(db: Kysely<Tables>, id: number, now: Date): Promise<boolean> {
  const revoked = await db
    .updateTable('fitting_feeds')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return revoked.numUpdatedRows > 0n;
}

export async function listFeeds(db: Kysely<Tables>): Promise<Feed[]> {
  const feeds = await db
    .selectFrom('fitting_feeds')
    .select(['id', 'branch', 'created_at', 'created_by as createdBy'])
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
  return feeds.map(({ created_at, ...feed }) => ({ ...feed, createdAt: created_at.toISOString() }));
}
