import { act, type Day, noteMailToBranch } from './act.ts';
import { pressSent } from './branch-page.ts';
import { add, move, type Piece, placeOf, type Transfer } from './facts.ts';
import { promisedState, readyIfAllHere } from './order-facts.ts';

/** The transfers of the day that are in a state, in the order of the requests. */
export const transfersIn = ({ facts }: Day, state: Transfer['state']) =>
  facts.transfers.filter((transfer) => transfer.state === state);

/** A branch sends all tires that were requested for an order. */
export async function send(day: Day, { order, from }: Transfer): Promise<void> {
  await act(day, 'transfer sent', async () => {
    await pressSent(day, order, from);
    const requested = transfersIn(day, 'requested').filter((one) => one.order === order && one.from === from);
    for (const transfer of requested) {
      const { tire, count } = transfer;
      const isAtSender = (piece: Piece) => isOf(piece, transfer) && (piece.state === 'held' || piece.state === 'sold');
      move(order, isAtSender, { state: 'in_transit' }, count);
      add(day.facts.onHand, placeOf(tire, from), -count);
      transfer.state = 'sent';
    }
  });
}

const isOf = ({ line, place }: Piece, transfer: Transfer) => line === transfer.line && place === transfer.from;

/** The tires of a transfer arrive at the branch that requested them. */
export async function arrive(day: Day, transfer: Transfer): Promise<void> {
  const { order, tire, count } = transfer;
  await act(day, 'transfer arrived', async () => {
    await day.shop.command(['transfers', 'arrived', await idOf(day, transfer)]);
    move(order, inTransit(transfer), { place: order.branch, state: promisedState(order) }, count);
    add(day.facts.onHand, placeOf(tire, order.branch), count);
    transfer.state = 'arrived';
    readyIfAllHere(day, order);
  });
}

/** The tires of a transfer did not arrive; the sending branch finds them and gets the request again. */
export async function miss(day: Day, transfer: Transfer): Promise<void> {
  const { order, tire, from, count } = transfer;
  await act(day, 'transfer missing', async () => {
    await day.shop.command(['transfers', 'missing', await idOf(day, transfer)]);
    move(order, inTransit(transfer), { state: promisedState(order) }, count);
    add(day.facts.onHand, placeOf(tire, from), count);
    transfer.state = 'requested';
    noteMailToBranch(day, from, order, 'branch-transfer');
  });
}

const inTransit = (transfer: Transfer) => (piece: Piece) => isOf(piece, transfer) && piece.state === 'in_transit';

async function idOf({ shop }: Day, { order, from, tire }: Transfer): Promise<string> {
  type Listed = { id: number; number: string; tireId: string };
  const { transfers } = await shop.command<{ transfers: Listed[] }>(['transfers', 'list', '--from', from]);
  const transfer = transfers.find((one) => one.number === order.number && one.tireId === tire);
  if (!transfer) throw new Error(`no transfer of ${tire} for ${order.number} is listed`);
  return String(transfer.id);
}
