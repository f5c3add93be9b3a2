import { join } from 'node:path';
import type { Database } from '../database/connect.server.ts';
import { fillWithDemonstration } from '../shop/catalog/import/import-price-list.server.ts';
import type { ShopContext } from '../shop/checkout/shop-context.server.ts';
import { invitationLink, invitationMinutes, invitePerson, isAnybodyEnrolled } from '../shop/staff/people.server.ts';

export async function addDemoDay(
  shop: ShopContext,
  log: (line: string) => void,
  storePictureUrls?: (db: ShopContext['db']) => Promise<void>,
): Promise<void> {
  const { fillDemoDay } = await import('./demo/demo-day.ts');
  const orderCount = await fillDemoDay(shop);
  log(
    orderCount === null
      ? 'No demonstration day was added, because the shop has orders already.'
      : `Added a demonstration day with ${orderCount} orders.`,
  );
  await storePictureUrls?.(shop.db);
}

/** While nobody can sign in, logs a one-time invitation of the owner. Access to the log means control of the shop. */
export async function inviteFirstOwner(
  db: Database,
  deskUrl: string,
  now: Date,
  log: (line: string) => void,
): Promise<void> {
  if (await isAnybodyEnrolled(db.kysely)) return;
  const invited = await invitePerson(
    db.kysely,
    { name: 'Owner', login: 'owner', role: 'owner' },
    { at: now, actor: 'shop' },
  );
  // Nobody has a passkey, so the login `owner` is refused only if that person was revoked.
  if (!invited.ok) return;
  log(
    `Nobody can sign in at the desk yet. Open this invitation within ${invitationMinutes} minutes: ${invitationLink(deskUrl, invited.token)}`,
  );
}

export async function fillEmptyCatalogue(
  { db, projectFolder }: { db: Database; projectFolder: string },
  branches: string[],
  now: Date,
  log: (line: string) => void,
) {
  const list = join(projectFolder, 'data/price-list.csv');
  const tireCount = await fillWithDemonstration(db, list, branches, now);
  if (tireCount !== null)
    log(`The catalogue was empty and now holds the demonstration price list: ${tireCount} tires.`);
}
