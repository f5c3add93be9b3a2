import { isSupplier } from '../shop/catalog/supplier-place.ts';
import { changeStock, type StockChange, type StockChanged } from '../shop/checkout/change-stock.server.ts';
import type { Till } from '../shop/checkout/till.server.ts';
import { type Call, NotDone, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { textOption } from './order-arguments.ts';
import { note, printJson, printLines } from './output.ts';
import { actorOf, withTill } from './with-till.ts';

export const stockOptions = { reason: { type: 'string' }, ...yesOption, json: { type: 'boolean' } } as const;

export const stockHelp = `PLACE is the id of a branch, or supplier; where several suppliers list the tire, supplier:NAME says which. The change is written down with who did it and when. The next price list that
names the tire says anew how many there are. Fewer than are promised to orders is possible, because it may be so, but
asked about first: then somebody has to call a buyer.

  --reason TEXT  why, for the history
  --yes          without asking; needed where nobody can be asked
  --json         the outcome as JSON`;

/** TIRE, PLACE and a number. Throws UsageError. */
export function stockArguments({ positionals, shop }: Call, number: RegExp, what: string) {
  const [tireId, place, count, ...more] = positionals;
  if (tireId === undefined || place === undefined || count === undefined || more.length > 0) {
    throw new UsageError(`name a tire, a place and ${what}`);
  }
  const places = [...shop.branches.map(({ id }) => id), 'supplier'];
  if (!places.includes(place) && !isSupplier(place))
    throw new UsageError(`there is no place ${place}; places are ${places.join(', ')}`);
  if (!number.test(count)) throw new UsageError(`${count} is not ${what}`);
  return { tireId, place, count: Number(count) };
}

type Wanted = Pick<StockChange, 'tireId' | 'place' | 'pieces'>;

/** Changes the stock, and asks first where fewer would be there than are held. */
export async function runStockChange(call: Call, wanted: Wanted): Promise<number> {
  const { io, values } = call;
  const change = { ...wanted, reason: textOption(call, 'reason') ?? '', actor: actorOf(io) };
  const changed = await withTill(call, (till) => changeOrAsk(call, till, change));
  const { tireId } = wanted;
  const { place, before, after, held } = changed;
  if (after < held)
    note(io, `Fewer than are held: ${held - after} of those promised to orders are missing at ${place}.`);
  if (values.json) printJson(io, { ok: true, tire: tireId, place, before, after, held });
  else printLines(io, [`${tireId} at ${place}: ${before} before, ${after} now, ${held} held for orders.`]);
  return 0;
}

type Changed = StockChanged & { ok: true };

async function changeOrAsk(call: Call, till: Till, change: Omit<StockChange, 'belowHeld'>): Promise<Changed> {
  const first = await changeStock(till, { ...change, belowHeld: false });
  if (first.ok) return first;
  if (first.reason !== 'below-held') throw notDone(first, change);
  const { tireId } = change;
  const { place, before, after, held } = first;
  await confirm(call, `Set ${tireId} at ${place} from ${before} to ${after}, although ${held} are held for orders`);
  const second = await changeStock(till, { ...change, belowHeld: true });
  if (second.ok) return second;
  throw notDone(second, change);
}

function notDone(refused: StockChanged & { ok: false }, { tireId, place }: Wanted): NotDone {
  if (refused.reason === 'unknown-tire') return new NotDone(refused.reason, `there is no tire ${tireId}`);
  if (refused.reason === 'unknown-supplier') {
    const known = refused.places.length > 0 ? `its suppliers are ${refused.places.join(', ')}` : 'it has no supplier';
    return new NotDone(refused.reason, `${place} is not clear for ${tireId}: ${known}`);
  }
  return new NotDone(refused.reason, `there are only ${refused.before} of ${tireId} at ${refused.place}`);
}
