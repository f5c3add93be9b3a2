import { markArrived } from '../../shop/checkout/handover/arrived.server.ts';
import type { CountedTires, CountResult } from '../../shop/checkout/handover/counted-tires.server.ts';
import { handOver, maxShelfLength, putAside, undoHandOver } from '../../shop/checkout/handover/hand-over.server.ts';
import { undoReady } from '../../shop/checkout/handover/ready.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import type { ListedOrder } from '../../shop/order/find/list-orders.server.ts';
import { onlyArgument, textOption } from '../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { refusalText, withOrder } from './order-act.ts';

const jsonHelp = '  --json  prints the result as JSON';

/** `tires` undefined: all tires that the act can concern. */
type Act = (
  shop: ShopContext,
  orderId: number,
  actor: string,
  counted: { tires: CountedTires | undefined },
) => Promise<CountResult>;

async function runTireCommand(call: Call, act: Act): Promise<void> {
  const [number, ...tireArguments] = call.positionals;
  if (number === undefined) throw new UsageError('name one order');
  const tires = tireArguments.length > 0 ? countedTiresOf(tireArguments) : undefined;
  await withOrder(call, number, async (shop, order, actor) => {
    const result = await act(shop, order.id, actor, { tires });
    if (!result.ok) throw new NotDone(result.reason, refusalText(result.reason, order));
  });
}

export function orderAndTires({ positionals: [number, ...tireArguments] }: Call): {
  number: string;
  tires: CountedTires;
} {
  if (number === undefined || tireArguments.length === 0)
    throw new UsageError('name one order, and its tires as TIRE=COUNT');
  return { number, tires: countedTiresOf(tireArguments) };
}

/** Parses `TIRE=COUNT` for several tires. Throws UsageError for anything else, and for a tire that is named twice. */
function countedTiresOf(tireArguments: readonly string[]): CountedTires {
  const tires = new Map(tireArguments.map(parseTireAndCount));
  if (tires.size < tireArguments.length) throw new UsageError('a tire is named twice');
  return tires;
}

function parseTireAndCount(text: string): [string, number] {
  const [, tire, count] = /^(.+)=([1-9]\d{0,2})$/.exec(text) ?? [];
  if (tire === undefined) throw new UsageError(`${text} is not a tire and a count, such as TIRE=2`);
  return [tire, Number(count)];
}

export const ordersArrived: Command = {
  summary: 'Records that tires of an order are at its branch.',
  usage: 'NUMBER [TIRE=COUNT]… [--json]',
  help: `Records that tires of an order have arrived at its branch from another branch or from a supplier; without TIRE=COUNT
all tires that are still to come. When the last one has arrived the order becomes ready, and the running shop mails the buyer
a minute later.

${jsonHelp}

  npm run shop -- orders arrived R26-4F7K2
  npm run shop -- orders arrived R26-4F7K2 nokian-r5-2055516=2`,
  run: (call) => runTireCommand(call, markArrived),
};

export const ordersPutAside: Command = {
  summary: 'Records on which shelf tires of an order are.',
  usage: 'NUMBER [TIRE=COUNT]… --shelf SHELF [--json]',
  help: `Records that tires of an order were put aside on a shelf of its branch; without TIRE=COUNT all tires that are at the branch.
Tires that are on another shelf are moved. The buyer gets no mail.

  --shelf SHELF  at most ${maxShelfLength} characters
${jsonHelp}

  npm run shop -- orders put-aside R26-4F7K2 --shelf A3`,
  run(call) {
    const shelf = textOption(call, 'shelf');
    if (shelf === undefined || shelf.length > maxShelfLength)
      throw new UsageError(`--shelf must name the shelf, with at most ${maxShelfLength} characters`);
    return runTireCommand(call, (shop, id, actor, counted) => putAside(shop, id, actor, { ...counted, shelf }));
  },
};

export const ordersHandOver: Command = {
  summary: 'Records that tires of a paid order were handed over.',
  usage: 'NUMBER [TIRE=COUNT]… [--json]',
  help: `Records that the buyer got tires of a paid order, which must be at its branch; without TIRE=COUNT all tires that are there.
The order is completed with its last tire. To hand over tires whose arrival nobody recorded, use
\`orders complete\`.

${jsonHelp}

  npm run shop -- orders hand-over R26-4F7K2 nokian-r5-2055516=2
  npm run shop -- orders hand-over R26-4F7K2`,
  run: (call) => runTireCommand(call, handOver),
};

export const ordersUndoHandOver: Command = {
  summary: 'Undoes a hand-over that was recorded by mistake.',
  usage: 'NUMBER [TIRE=COUNT]… [--json]',
  help: `Undoes a hand-over that was recorded by mistake: the tires are at the branch of the order again, and stay sold. Without
TIRE=COUNT, the command undoes the hand-over of all tires. A completed order becomes ready again; no mail is sent. The command is refused after the
buyer’s contact data were erased.

${jsonHelp}

  npm run shop -- orders undo-hand-over R26-4F7K2 nokian-r5-2055516=1`,
  run: (call) => runTireCommand(call, undoHandOver),
};

export const ordersUndoReady: Command = {
  summary: 'Makes a ready order confirmed again, while its mail is unsent.',
  usage: 'NUMBER [--json]',
  help: `Makes a ready order confirmed again, and drops the mail to the buyer. The running shop sends that mail a minute after
the order became ready; after that the command is refused.

${jsonHelp}

  npm run shop -- orders undo-ready R26-4F7K2`,
  run: (call) =>
    withOrder(call, onlyArgument(call, 'order'), async (shop, order, actor) => {
      const result = await undoReady(shop, order.id, actor);
      if (!result.ok) throw new NotDone(result.reason, undoRefusalOf(result.reason, order));
    }),
};

function undoRefusalOf(reason: 'too-late' | 'mailed', { number, status }: ListedOrder): string {
  if (reason === 'mailed') return `the buyer of order ${number} has the mail already`;
  return `order ${number} is ${status}, not ready`;
}
