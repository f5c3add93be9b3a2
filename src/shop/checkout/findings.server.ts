import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** What the nightly comparison with the providers has found, newest first; `open`: only what nobody has resolved. */
export function listFindings(db: Kysely<Tables>, { open }: { open: boolean }) {
  return db
    .selectFrom('recon_findings')
    .select(['id', 'provider', 'provider_ref as providerRef', 'kind', 'data', 'found_at as foundAt'])
    .select('resolved_at as resolvedAt')
    .$if(open, (found) => found.where('resolved_at', 'is', null))
    .orderBy('id', 'desc')
    .execute();
}

/** Notes that a person has seen to a difference. False when there is no such open one. */
export async function resolveFinding(db: Kysely<Tables>, id: number, at: Date): Promise<boolean> {
  const resolved = await db
    .updateTable('recon_findings')
    .set({ resolved_at: at })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return resolved !== undefined;
}
