import type { Trx } from '../../database/transaction.server.ts';
import type { ShopConfig } from '../config/shop-config.ts';
import { loadTires } from './load-catalogue.server.ts';
import { mayShowTire } from './tire/label.ts';
import { tireReader } from './tire-row.server.ts';

/** Returns those of the tires on sale that pages do not show, because values of their EU labels are not known. */
export async function hiddenTires(
  trx: Trx,
  tireIds: readonly string[],
  { labels }: Pick<ShopConfig, 'labels'>,
): Promise<Set<string>> {
  if (labels?.incomplete !== 'hide') return new Set();
  const { tires } = await loadTires({ kysely: trx }, tireReader(), tireIds);
  return new Set(tires.filter((tire) => !mayShowTire(tire, labels.incomplete)).map(({ id }) => id));
}
