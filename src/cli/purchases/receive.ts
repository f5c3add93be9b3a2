import { type DeliveryResult, receivePurchase } from '../../shop/checkout/purchases/receive-purchase.server.ts';
import { textOption } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
import { confirm } from '../confirm.ts';
import { delayLines } from './delays.ts';
import { runPurchaseCommand, tireCountOf, tireCountsOf } from './purchase-act.ts';

export const purchasesReceive: Command = {
  summary: 'Books a delivery of a purchase at its branch.',
  usage:
    'NUMBER [TIRE=COUNT]… [--wrong TIRE=COUNT]… [--damaged TIRE=COUNT]… [--no-more] [--note TEXT] [--yes] [--json]',
  help: `Good tires go to the orders that wait for them, the oldest first, and the rest to the free stock of the branch. An order
whose tires are all there becomes ready, and its buyer gets a mail. Without counts, the command books all tires that may still arrive.
TIRE is the id of a tire, the supplier's article code, or the EAN.

  --wrong TIRE=COUNT    this number of other tires came instead; they are set apart, not for sale
  --damaged TIRE=COUNT  this number came damaged; they are set apart, not for sale
  --no-more             records that the supplier sends no more of the counted tires, as \`purchases refuse\` does
  --note TEXT           a note for the history, such as the number of the delivery note
  --yes                 does not ask; required without a terminal
  --json                prints the purchase as JSON

Wrong and damaged tires stay due, until the supplier replaces them or \`purchases refuse\` records that it does not.

  npm run shop -- purchases receive P26-00017
  npm run shop -- purchases receive P26-00017 6419440382319=3 --damaged 6419440382319=1 --note "delivery note 4711"`,
  async run(call) {
    const [number, ...counts] = call.positionals;
    if (number === undefined) throw new UsageError('name a purchase');
    const delivery = {
      good: counts.length > 0 ? counts.map(tireCountOf) : undefined,
      wrong: tireCountsOf(call, 'wrong'),
      damaged: tireCountsOf(call, 'damaged'),
      note: textOption(call, 'note') ?? '',
      isLastDelivery: call.values['no-more'] === true,
    };
    await confirm(
      call,
      `Book ${counts.length > 0 ? counts.join(', ') : 'all that is due'} of purchase ${number} as received`,
    );
    return runPurchaseCommand(
      call,
      number,
      (shop, { actor }) => receivePurchase(shop, number, delivery, actor),
      receiptLines,
    );
  },
};

function receiptLines(delivery: DeliveryResult): string[] {
  const { ready, surplus } = delivery;
  return [
    ...delayLines(delivery),
    ...(ready.length > 0 ? [`Ready: ${ready.join(', ')}. The buyers get a mail.`] : []),
    ...surplus.map(({ tire, count }) => `${count} of ${tire} are free stock: no order waits for them.`),
  ];
}
