import { arrived } from '../../src/shop/checkout/handover/arrived.server.ts';
import { handOver, putAside, undoHandOver } from '../../src/shop/checkout/handover/hand-over.server.ts';
import { undoReady } from '../../src/shop/checkout/handover/ready.server.ts';
import {
  markTransferArrived,
  markTransferMissing,
  markTransferSent,
} from '../../src/shop/checkout/handover/transfers.server.ts';
import { type Do, pickOf, toOrder } from './acts.ts';

const countedActs = [arrived, handOver, undoHandOver] as const;
const transferActs = [markTransferSent, markTransferSent, markTransferArrived, markTransferMissing] as const;

/** Employees count the tires of orders, and send them between branches. */
export const handover = {
  countTires: toOrder((context, order, { how }) => {
    const tires = how % 4 ? new Map([[how % 3 ? 'tire' : 'other', 1 + (how % 2)]]) : undefined;
    if (how % 11 === 0) return undoReady(context, order, 'branch:ringtee');
    if (how % 7 === 0) return putAside(context, order, 'branch:ringtee', { tires, shelf: `A${how % 5}` });
    return (countedActs[how % 5] ?? handOver)(context, order, 'branch:ringtee', { tires });
  }),
  async moveTransfer({ db }, { pick, how }, context) {
    const transfers = await db.selectFrom('transfers').select('id').orderBy('id').execute();
    const transfer = pickOf(transfers, pick);
    const act = transferActs[how % transferActs.length] ?? markTransferSent;
    if (transfer) await act(context, transfer.id, 'branch:annelinn');
  },
} satisfies Record<string, Do>;
