import { markPaid, type ReceivedMoney } from '../../../shop/checkout/desk/desk.server.ts';
import { roundedCash } from '../../../shop/money.ts';
import { openStatuses } from '../../../shop/order/order.ts';
import { tenders } from '../../../shop/payment/payment-methods.ts';
import { amountOption, oneOf, onlyArgument, textOption } from '../../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../../command.ts';
import { confirm, yesAndJsonHelp } from '../../confirm.ts';
import { note } from '../../output.ts';
import { actorOf, withShopContext } from '../../with-shop-context.ts';
import { findOrder, printOrderState } from '../order-act.ts';
import { money, orderLabel } from '../order-lines.ts';
import { deskMoney, warnIfNoOpenDrawer } from './desk-money.ts';

export const ordersPaid: Command = {
  summary: 'Records that an order was paid by transfer or at a branch.',
  usage: 'NUMBER (--reference BANKREF | --method cash|card | --desk) [--amount EUROS] [--yes] [--json]',
  help: `Records money for an order: a bank transfer, or cash or card at a branch. A bank reference is recorded only once. The balance
due, or more, confirms the order; the running shop sends the mails. A smaller amount does not: the order shows the
balance due, keeps its tires, and gets the review amount-mismatch, which blocks the hand-over. When the rest is recorded, the
review ends and the order is confirmed. If the order's tires are no longer available, the payment is recorded anyway, a refund is
requested, and the exit code is 3. It is also 3 if the order had ended and only a part is recorded.

A cash payment of the whole balance due is rounded to 5 cents. Cash enters the open cash drawer of the order's branch.

  --reference R     the bank's own reference of the transfer
  --method METHOD   how the buyer paid at a branch: cash or card
  --desk            books a payment at a branch, by an unknown method
  --amount EUROS    the amount received: 250,00 or 250.00; by default the balance due
${yesAndJsonHelp}

  npm run shop -- orders paid R26-4F7K2 --reference 2026112100123456
  npm run shop -- orders paid R26-4F7K2 --reference 2026112100123456 --amount 250.00
  npm run shop -- orders paid R26-4F7K2 --method card --yes`,
  async run(call) {
    const typedNumber = onlyArgument(call, 'order');
    const received = receivedOf(call);
    return withShopContext(call, async (shop) => {
      const order = await findOrder(shop.db, typedNumber);
      const { number, dueCents } = order;
      const wholeBalanceCents = received.tender === 'cash' ? roundedCash(dueCents) : dueCents;
      const cents = received.amountCents ?? wholeBalanceCents;
      await confirm(call, `Book ${money(cents)} as paid ${howText(received)} for ${orderLabel(order)}`);
      const result = await markPaid(shop, order.id, actorOf(call.io), { ...received, amountCents: cents });
      if (!result.ok) throw new NotDone(result.reason, refusalOf(result.reason, number));
      const updated = await printOrderState(call, shop, number, await deskMoney(shop.db, order.id));
      if (received.tender === 'cash') await warnIfNoOpenDrawer(call, shop.db, order.branch);
      const wasHandedOverOnCredit = updated.status === 'completed';
      const isOpen = openStatuses.includes(updated.status);
      if (isOpen || wasHandedOverOnCredit) return 0;
      const cause = updated.dueCents > 0 ? 'only a part was paid' : 'a refund was requested';
      note(call.io, `The money is booked, but the order stays ${updated.status}: ${cause}.`);
      return 3;
    });
  },
};

function receivedOf(call: Call): ReceivedMoney {
  const reference = textOption(call, 'reference');
  const tender = oneOf(textOption(call, 'method'), tenders, 'method');
  const chosenWays = [reference !== undefined, tender !== undefined, call.values.desk === true];
  if (chosenWays.filter(Boolean).length !== 1)
    throw new UsageError('give one of --reference BANKREF, --method cash|card and --desk');
  const amountCents = amountOption(call);
  return {
    ...(reference !== undefined && { reference }),
    ...(tender && { tender }),
    ...(amountCents && { amountCents }),
  };
}

const tenderTexts = { cash: 'in cash at the desk', card: 'by card at the desk' } as const;

function howText({ reference, tender }: ReceivedMoney): string {
  if (reference !== undefined) return `by transfer ${reference}`;
  return tender ? tenderTexts[tender] : 'at the desk';
}

function refusalOf(reason: string, number: string): string {
  if (reason === 'booked') return 'that bank reference is already recorded for another payment';
  return `order ${number} is paid or handed over already`;
}
