import { listTransfers, type OpenTransfer } from '../checkout/handover/list-transfers.server.ts';
import type { ShopContext } from '../checkout/shop-context.server.ts';
import type { TransferRow } from './today.ts';

export function transferRow({ requestedAt, sentAt, state, ...transfer }: OpenTransfer): TransferRow {
  return {
    ...transfer,
    // Open transfers have no other state.
    state: state === 'sent' ? 'sent' : 'requested',
    requestedAt: requestedAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}

export async function openTransfers({
  db,
  shopConfig,
  now,
}: Pick<ShopContext, 'db' | 'shopConfig' | 'now'>): Promise<TransferRow[]> {
  return (await listTransfers(db, { shopConfig, now: now() })).map(transferRow);
}
