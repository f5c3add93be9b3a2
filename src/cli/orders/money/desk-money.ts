import { deskMoneyOf, latestDrawer } from '../../../shop/checkout/desk/cash-drawer.server.ts';
import type { ShopContext } from '../../../shop/checkout/shop-context.server.ts';
import type { Call } from '../../command.ts';
import { note } from '../../output.ts';
import { inEuros, money } from '../order-lines.ts';

/** Returns the money paid at the desk for an order, as text and as JSON in euros. Without any, `lines` is empty. */
export async function deskMoney(db: ShopContext['db'], orderId: number): Promise<{ lines: string[]; json: object }> {
  const received = await deskMoneyOf(db, orderId);
  const { cashCents, cardCents, roundingCents } = received;
  const rounding = roundingCents === 0 ? '' : ` (rounded by ${money(roundingCents)})`;
  const amounts = [
    ...(cashCents === 0 && roundingCents === 0 ? [] : [`${money(cashCents)} in cash${rounding}`]),
    ...(cardCents === 0 ? [] : [`${money(cardCents)} by card`]),
  ];
  const lines = amounts.length > 0 ? [`At the desk: ${amounts.join(', ')}.`] : [];
  return { lines, json: { desk: inEuros(received) } };
}

export async function warnIfNoOpenDrawer(call: Call, db: ShopContext['db'], branch: string): Promise<void> {
  const drawer = await latestDrawer(db, branch);
  if (!drawer || drawer.closed) note(call.io, `No cash drawer is open at ${branch}: this cash is not counted in any.`);
}
