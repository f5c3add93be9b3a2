import type { Database } from '../../database/connect.server.ts';
import { listOpenMatches } from '../../shop/catalog/eprel/choose-registration.server.ts';
import { eprelState } from '../../shop/catalog/eprel/eprel-reports.server.ts';
import { loadCatalogue } from '../../shop/catalog/load-catalogue.server.ts';
import { lacksCompleteLabel, mayShowTire } from '../../shop/catalog/tire/label.ts';
import { tireReader } from '../../shop/catalog/tire-row.server.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import { counted } from '../output.ts';
import { type Check, ok, warn } from './check.ts';

const name = 'EU labels';

/** Counts tires on sale without a complete EU label (Regulation (EU) 2020/740). Warns of problems with EPREL. */
export async function checkLabels(database: Database, { labels }: ShopConfig, now: Date): Promise<Check[]> {
  const { tires } = await loadCatalogue(database, tireReader());
  const lackingCount = tires.filter(lacksCompleteLabel).length;
  const hiddenCount = tires.filter((tire) => !mayShowTire(tire, labels?.incomplete)).length;
  const visibilityText =
    hiddenCount === 0
      ? 'shown with a note'
      : `${hiddenCount.toLocaleString('en')} hidden (labels.incomplete in shop.config.ts)`;
  const lackingText = `${counted(lackingCount, 'tire')} on sale without all values of the label: ${visibilityText}`;
  const completeness = ok(name, lackingCount === 0 ? 'no tire on sale lacks values of the label' : lackingText);
  return [completeness, ...(await checkRegistrations(database, now))];
}

async function checkRegistrations({ kysely }: Database, now: Date): Promise<Check[]> {
  const { tires, rests: pauses } = await eprelState(kysely, now);
  const openRegistrations = await listOpenMatches(kysely);
  const counts = [
    [tires.withdrawn, 'tire whose registration is withdrawn', 'tires whose registrations are withdrawn'],
    [tires.otherTire, 'tire with another tire’s EPREL number', 'tires with other tires’ EPREL numbers'],
    [openRegistrations.length, 'registration to confirm or reject', 'registrations to confirm or reject'],
  ] as const;
  const problems = counts.filter(([count]) => count > 0).map(([count, one, several]) => counted(count, one, several));
  for (const { reason, kind } of pauses) problems.push(`${reason}, so the shop requests no ${kind} for now`);
  if (problems.length === 0) return [];
  const advice = '`npm run shop -- eprel list`, `eprel differences` and `eprel pending` show them.';
  return [warn('EPREL', problems.join('; '), advice)];
}
