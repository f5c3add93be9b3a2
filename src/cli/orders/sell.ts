import { sellAtCounter } from '../../shop/checkout/desk/desk-orders.server.ts';
import { type Command, UsageError } from '../command.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';
import {
  companyNoteAndKeyHelp,
  fittingHelp,
  fittingOutput,
  orderRefusalError,
  readFitting,
  readForm,
} from './desk-form.ts';
import { deskMoney, warnIfNoOpenDrawer } from './money/desk-money.ts';
import { printOrderState } from './order-act.ts';

export const ordersSell: Command = {
  summary: 'Sells tires over the counter: paid and handed over at once.',
  usage:
    '--branch B TIRE=COUNT… --cash|--card [--name N] [--phone P] [--email E] [--at TIME] [--vehicle V] [--storage] [--fit PLATE] [--company N --reg-code C] [--key K] [--json]',
  furtherOptions: '--vat-number N --address A --language L --note TEXT',
  help: `Sells tires over the counter: places the order, books its money and hands it over, in one step. Takes the tires from
the free stock of the branch, at the price of the catalogue. Cash is rounded to 5 cents and enters the open cash drawer of the branch. The
buyer need not be known; with an e-mail address, the running shop mails the receipt. With --at, the tires are handed over when they
are fitted.

  --branch B         the selling branch; required
  --cash             the buyer pays in cash; --cash or --card is required
  --card             the buyer pays by card
  --name NAME        the buyer's name
  --phone PHONE      the buyer's phone number
  --email ADDRESS    the buyer's e-mail address; needs --name
${fittingHelp}
  --fit PLATE        with --at: the number plate of the car
${companyNoteAndKeyHelp}
  --json             prints the result as JSON

  npm run shop -- orders sell --branch ringtee nokian-hakka-blue-3-205-55-r16-91v-k3x9d=4 --cash
  npm run shop -- orders sell --branch ringtee nokian-hakka-blue-3-205-55-r16-91v-k3x9d=4 --card --at "2026-11-27 09:00" --fit "123 ABC"`,
  async run(call) {
    const { cash, card } = call.values;
    const isOneGiven = (cash === true) !== (card === true);
    if (!isOneGiven) throw new UsageError('give --cash or --card');
    const tender = cash ? 'cash' : 'card';
    const { key, form } = readForm(call);
    const { plate, fitting } = readFitting(call);
    if (plate !== null && !fitting) throw new UsageError('--fit is for a fitting time: --at TIME');
    const fittingFields = fitting && { plate, fitting };
    return withShopContext(call, async (shop) => {
      const sold = await sellAtCounter(shop, { ...form, ...fittingFields }, { key, actor: actorOf(call.io), tender });
      if (!sold.ok) throw orderRefusalError(sold);
      const { order: storedOrder } = sold;
      const { id, number } = storedOrder.order;
      const fittingResult = fittingOutput(storedOrder);
      const received = await deskMoney(shop.db, id);
      await printOrderState(call, shop, number, {
        lines: received.lines,
        json: { ...received.json, ...fittingResult.json },
        linesAfter: fittingResult.lines,
      });
      if (tender === 'cash') await warnIfNoOpenDrawer(call, shop.db, form.branch);
    });
  },
};
