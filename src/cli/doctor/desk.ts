import type { Kysely } from 'kysely';
import type { Config } from '../../app/config.ts';
import type { Tables } from '../../database/tables.ts';
import { listPeople } from '../../shop/staff/people.server.ts';
import { type Check, ok, warn } from './check.ts';
import { isOfThisMachine } from './public-address.ts';

export function checkDeskAddress({ publicUrl, deskUrl }: Config): Check {
  const name = 'desk address';
  if (deskUrl !== undefined && !isOfThisMachine(deskUrl)) return ok(name, deskUrl);
  const isSetUpForVisitors = publicUrl.startsWith('https:');
  if (!isSetUpForVisitors) return ok(name, 'the desk can be used on this machine only');
  return warn(
    name,
    'without DESK_URL the desk can be used on this machine only',
    'Give the desk a host name of its own, and set DESK_URL to it: https://desk.… Passkeys belong to that name.',
  );
}

/** Warns of fewer than two owners: if one loses the passkey, only another owner or the CLI can invite again. */
export async function checkOwners(db: Kysely<Tables>, now: Date): Promise<Check> {
  const name = 'owners';
  const people = await listPeople(db, now);
  const owners = people.filter(({ role, passkeys }) => role === 'owner' && passkeys.length > 0);
  if (owners.length >= 2) return ok(name, `${owners.length} owners can sign in at the desk`);
  const message = owners.length === 1 ? 'only one owner can sign in at the desk' : 'no owner can sign in at the desk';
  return warn(
    name,
    message,
    'Have at least two, because a passkey can be lost: `npm run shop -- desk invite --name NAME --role owner`.',
  );
}
