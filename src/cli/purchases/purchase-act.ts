import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import type { ChangeStamp } from '../../shop/history.server.ts';
import type { PurchaseRefusal, TireCount } from '../../shop/purchasing/answer-purchase.server.ts';
import { type Call, NotDone, UsageError } from '../command.ts';
import { print } from '../output.ts';
import { changeStampOf, withShopContext } from '../with-shop-context.ts';
import { readPurchase, stateLine } from './show.ts';

/** Calls `act` and prints the changed purchase after `resultLines`. */
export async function runPurchaseCommand<T>(
  call: Call,
  number: string,
  act: (shop: ShopContext, changeStamp: ChangeStamp) => Promise<({ ok: true } & T) | PurchaseRefusal>,
  resultLines: (result: T) => string[] = () => [],
): Promise<void> {
  return withShopContext(call, async (shop) => {
    const result = await act(shop, changeStampOf(call.io));
    if (!result.ok) throw new NotDone(result.reason, refusalText(result, number));
    const purchase = await readPurchase(shop.db, number);
    print(call, { ...result, purchase }, [...resultLines(result), stateLine(purchase)]);
  });
}

type PurchaseState = (PurchaseRefusal & { reason: 'wrong-state' })['state'];

const stateTexts: Record<PurchaseState, string> = {
  draft: 'it is not sent yet; send it with `purchases send`',
  sending: 'it is being sent',
  unclear:
    'it is unclear whether the supplier has it; `purchases ask` asks its system. If it has the purchase, use `purchases sent`, otherwise `purchases send --again` or `purchases give-up`',
  sent: 'the supplier has it',
  closed: 'no tire of it can arrive any more',
};

function refusalText(refused: PurchaseRefusal, number: string): string {
  switch (refused.reason) {
    case 'unknown-purchase':
      return `there is no purchase ${number}`;
    case 'wrong-state':
      return `purchase ${number} is ${refused.state}: ${stateTexts[refused.state]}`;
    case 'not-askable':
      return `the system of the supplier of purchase ${number} cannot be queried; phone the supplier`;
    case 'unknown-tire':
      return `purchase ${number} has no tire ${refused.tire}`;
    case 'too-many':
      return `${refused.tire}: the count can be at most ${refused.possible}`;
  }
}

/** Parses `TIRE=COUNT`. The count follows the last `=`, because an article code may contain one. */
export function tireCountOf(text: string): TireCount {
  const [, tire, count] = /^(.+)=(\d{1,4})$/.exec(text) ?? [];
  if (tire === undefined || Number(count) === 0)
    throw new UsageError(`${text} is not a tire and a count from 1, such as 6419440382319=4`);
  return { tire, count: Number(count) };
}

export function purchaseAndTireOf({ positionals }: Call): { number: string; counted: TireCount } {
  const [number, tire, count, ...more] = positionals;
  if (number === undefined || tire === undefined || count === undefined || more.length > 0)
    throw new UsageError('name a purchase, a tire and a count');
  return { number, counted: tireCountOf(`${tire}=${count}`) };
}

export function tireCountsOf({ values }: Pick<Call, 'values'>, name: string): TireCount[] {
  const texts = values[name];
  return Array.isArray(texts) ? texts.map((text) => tireCountOf(String(text))) : [];
}
