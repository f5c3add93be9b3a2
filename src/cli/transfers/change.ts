import {
  markTransferArrived,
  markTransferMissing,
  markTransferSent,
  type TransferResult,
} from '../../shop/checkout/handover/transfers.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { note, print } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';

const jsonHelp = '  --json  prints the result as JSON';
const usage = 'ID… [--json]';

type Act = (shop: ShopContext, id: number, actor: string) => Promise<TransferResult>;

/** Changes each transfer separately. Returns 3 when only some were changed; throws NotDone when none was. */
async function changeTransfers(call: Call, act: Act, doneText: string): Promise<number> {
  const ids = [...new Set(call.positionals)];
  if (ids.length === 0) throw new UsageError('name at least one transfer');
  const invalidId = ids.find((id) => !/^\d{1,15}$/.test(id));
  if (invalidId !== undefined) throw new UsageError(`${invalidId} is not the id of a transfer`);
  return withShopContext(call, async (shop) => {
    const results: { id: number; result: TransferResult }[] = [];
    for (const id of ids.map(Number)) results.push({ id, result: await act(shop, id, actorOf(call.io)) });
    const refused = results.flatMap(({ id, result }) => (result.ok ? [] : [{ id, reason: result.reason }]));
    const texts = refused.map(({ id, reason }) => refusalOf(id, reason));
    if (refused.length === results.length) throw new NotDone(refused[0]?.reason ?? 'unknown', texts.join('; '));
    const doneIds = results.flatMap(({ id, result }) => (result.ok ? [id] : []));
    print(call, { ok: refused.length === 0, done: doneIds, refused }, [`${doneText}: ${doneIds.join(', ')}.`]);
    for (const text of texts) note(call.io, text);
    return refused.length === 0 ? 0 : 3;
  });
}

function refusalOf(id: number, reason: (TransferResult & { ok: false })['reason']): string {
  switch (reason) {
    case 'unknown':
      return `there is no transfer ${id}`;
    case 'cancelled':
      return `transfer ${id} is cancelled: its order has ended`;
    case 'too-late':
      return `transfer ${id} was sent or has arrived already`;
    case 'not-sent':
      return `transfer ${id} was not sent`;
    case 'changed':
      return `the count of transfer ${id} has changed`;
  }
}

export const transfersSent: Command = {
  summary: 'Records that the tires of transfers have left the sending branch.',
  usage,
  help: `Records that the tires of transfers have left the sending branch: they are no longer in its stock.

${jsonHelp}

  npm run shop -- transfers sent 17 18`,
  run: (call) => changeTransfers(call, markTransferSent, 'On their way'),
};

export const transfersArrived: Command = {
  summary: 'Records that the tires of transfers have arrived.',
  usage,
  help: `Records that the tires of transfers are at the branch that requested them, even if nobody recorded that they were sent. An
order becomes ready with its last tire. Tires of an order that has ended become free stock of the branch.

${jsonHelp}

  npm run shop -- transfers arrived 17`,
  run: (call) => changeTransfers(call, markTransferArrived, 'Arrived'),
};

export const transfersMissing: Command = {
  summary: 'Records that sent tires did not come.',
  usage,
  help: `Records that tires which were marked as sent did not come: they are in the stock of the sending branch again, and
that branch gets another mail with the request.

${jsonHelp}

  npm run shop -- transfers missing 17`,
  run: (call) => changeTransfers(call, markTransferMissing, 'Requested again'),
};
