import { orderSms } from '../../messages/order-sms.server.ts';
import { placeForBuyer } from '../../shop/checkout/desk/desk-orders.server.ts';
import { answerOf } from '../../shop/order/order-answer.server.ts';
import { oneOf, textOption } from '../arguments.ts';
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
import { printOrderState } from './order-act.ts';

export const ordersPhone: Command = {
  summary: 'Places an order for a buyer on the phone.',
  usage:
    '--branch B TIRE=COUNT… --name N --phone P --terms-told [--email E] [--pay branch|transfer] [--fit PLATE] [--at TIME] [--vehicle V] [--storage] [--key K] [--json]',
  furtherOptions: '--company N --reg-code C --vat-number N --address A --language L --note TEXT',
  help: `Places an order for a buyer on the phone, at the price of the catalogue. No e-mail address is needed, and the limits for
orders on the internet do not apply. With an e-mail address, the running shop mails the confirmation; without one, the
command prints a text for an SMS in the buyer's language.

  --branch B         where the tires are collected or fitted; required
  --name NAME        the buyer's name; required
  --phone PHONE      the buyer's phone number; required
  --email ADDRESS    the address for the confirmation and later mails
  --terms-told       the buyer was told the terms of sale; required
  --pay HOW          branch (the default) or transfer; with transfer the tires are ordered when the money arrives
  --fit PLATE        the tires are to be fitted to the car with this number plate
${fittingHelp}
${companyNoteAndKeyHelp}
  --json             prints the result as JSON

  npm run shop -- orders phone --branch ringtee nokian-hakka-blue-3-205-55-r16-91v-k3x9d=4 --name "Mari Maasikas" --phone 51234567 --terms-told
  npm run shop -- orders phone --branch ringtee nokian-hakka-blue-3-205-55-r16-91v-k3x9d=4 --name "Mari Maasikas" --phone 51234567 --terms-told --fit "123 ABC" --at "2026-11-27 09:00"`,
  async run(call) {
    const { key, form } = readForm(call);
    const payment = oneOf(textOption(call, 'pay'), ['branch', 'transfer'], 'pay') ?? 'branch';
    const { plate, fitting } = readFitting(call);
    for (const name of ['name', 'phone'] as const) {
      if (form.customer[name] === '') throw new UsageError(`--${name} is missing: the buyer's ${name}`);
    }
    const order = {
      ...form,
      plate,
      ...(fitting && { fitting }),
      fulfilment: plate === null && !fitting ? ('pickup' as const) : ('fitting' as const),
      paymentMethod: payment === 'branch' ? ('pay_at_branch' as const) : ('bank_transfer' as const),
    };
    return withShopContext(call, async (shop) => {
      const termsTold = call.values['terms-told'] === true;
      const placed = await placeForBuyer(shop, order, { key, actor: actorOf(call.io), termsTold });
      if (!placed.ok) throw orderRefusalError(placed);
      const { order: storedOrder } = placed;
      const sms = form.customer.email === '' ? orderSms(answerOf(storedOrder, shop.shopConfig), shop.shopConfig) : null;
      const fittingResult = fittingOutput(storedOrder);
      const smsLines = sms === null ? [] : ['', `SMS to ${form.customer.phone}:`, sms];
      await printOrderState(call, shop, storedOrder.order.number, {
        json: { ...fittingResult.json, sms },
        linesAfter: [...fittingResult.lines, ...smsLines],
      });
    });
  },
};
