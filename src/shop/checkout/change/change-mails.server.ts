import type { Trx } from '../../../database/transaction.server.ts';
import type { ChangeStamp } from '../../history.server.ts';
import type { Enqueue } from '../../jobs.server.ts';
import { changeMailAbout } from '../../order/about-change.ts';
import type { LockedOrder } from '../../order/change-order.server.ts';
import { enqueueChangedTransferMails, enqueueMail, isKnownToBranch } from '../../order/order-mails.server.ts';

/** `branchesWithChangedTransfers`: branches that are asked to send fewer tires than before, or none. */
type ChangedOrder = { eventId: number; branchBefore: string; branchesWithChangedTransfers: readonly string[] };

/** Mails the buyer and the branches whose transfers change. If the order's branch has had a mail about the order, also mails this branch and the one that the order leaves. */
export async function enqueueChangeMails(
  trx: Trx,
  enqueue: Enqueue,
  order: LockedOrder,
  { eventId, branchBefore, branchesWithChangedTransfers }: ChangedOrder,
  { at, actor }: ChangeStamp,
): Promise<void> {
  const mail = { orderId: order.id, at, eventKey: changeMailAbout.write(eventId) };
  if (order.email !== '') await enqueueMail(trx, enqueue, { ...mail, kind: 'changed' });
  await enqueueChangedTransferMails(trx, enqueue, order.id, branchesWithChangedTransfers, at);
  if (!(await isKnownToBranch(trx, order.id))) return;
  if (actor !== `branch:${order.branch}`) await enqueueMail(trx, enqueue, { ...mail, kind: 'branch-order' });
  if (branchBefore === order.branch) return;
  const eventKey = changeMailAbout.write(eventId, branchBefore);
  await enqueueMail(trx, enqueue, { ...mail, kind: 'branch-over', eventKey });
}
