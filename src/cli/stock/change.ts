import { isSupplier } from '../../shop/catalog/stock-location.ts';
import { changeStock, type StockChange, type StockChangeResult } from '../../shop/checkout/desk/stock.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { textOption } from '../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { confirm } from '../confirm.ts';
import { note, print } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';

const stockHelp = `PLACE is the id of a branch, or the word supplier; if several suppliers list the tire, supplier:NAME. COUNT is
the number of tires at the branch, including those that are sold and not collected, or the number that the supplier
lists. The change is recorded with its actor and time. The next price list that contains the tire replaces the count. A
count below what is promised to orders is possible, but the command asks first: a buyer must then be phoned.

  --reason TEXT  the reason, for the history
  --yes          does not ask; required without a terminal
  --json         prints the result as JSON`;

export const stockSet: Command = {
  summary: 'Sets the count of a tire at a place.',
  usage: 'TIRE PLACE COUNT [--reason TEXT] [--yes] [--json]',
  help: `${stockHelp}

  npm run shop -- stock set nokian-hakka-blue-3-205-55-r16-91v ringtee 8 --reason "counted"`,
  async run(call) {
    const { count, ...tireAndPlace } = stockArguments(call, /^\d{1,6}$/, 'a count');
    return runStockChange(call, { ...tireAndPlace, pieces: { counted: count } });
  },
};

export const stockAdjust: Command = {
  summary: 'Adds to the count of a tire at a place, or subtracts from it.',
  usage: 'TIRE PLACE +N|-N [--reason TEXT] [--yes] [--json]',
  help: `${stockHelp}

  npm run shop -- stock adjust nokian-hakka-blue-3-205-55-r16-91v ringtee -1 --reason "damaged"
  npm run shop -- stock adjust nokian-hakka-blue-3-205-55-r16-91v annelinn +4`,
  async run(call) {
    const { count, ...tireAndPlace } = stockArguments(call, /^[+-]\d{1,6}$/, 'a number with + or -');
    return runStockChange(call, { ...tireAndPlace, pieces: { delta: count } });
  },
};

function stockArguments({ positionals, shopConfig }: Call, pattern: RegExp, noun: string) {
  const [tireId, place, count, ...more] = positionals;
  if (tireId === undefined || place === undefined || count === undefined || more.length > 0) {
    throw new UsageError(`name a tire, a place and ${noun}`);
  }
  const places = [...shopConfig.branches.map(({ id }) => id), 'supplier'];
  if (!places.includes(place) && !isSupplier(place))
    throw new UsageError(`there is no place ${place}; places are ${places.join(', ')}`);
  if (!pattern.test(count)) throw new UsageError(`${count} is not ${noun}`);
  return { tireId, place, count: Number(count) };
}

type RequestedChange = Pick<StockChange, 'tireId' | 'place' | 'pieces'>;

async function runStockChange(call: Call, requested: RequestedChange): Promise<void> {
  const { io } = call;
  const change = { ...requested, reason: textOption(call, 'reason') ?? '', actor: actorOf(io) };
  const result = await withShopContext(call, (shop) => changeOrAsk(call, shop, change));
  if (!result.ok) throw refusalError(result, requested);
  const { tireId } = requested;
  const { place, before, after, held, sold, owed } = result;
  const missing = held + sold + owed - after;
  if (missing > 0) note(io, `Fewer tires than are promised to orders at ${place}: ${missing} missing.`);
  const free = Math.max(0, after - held - sold - owed);
  const soldText = isSupplier(place)
    ? `${owed} ordered and not yet deducted in the list`
    : `${sold} sold and not collected`;
  const line = `${tireId} at ${place}: ${before} before, ${after} now; ${held} held for orders, ${soldText}, ${free} free.`;
  print(call, { ok: true, tire: tireId, place, before, after, held, sold, owed, free }, [line]);
}

/** Changes the stock. If the count would be below what is promised to orders, asks first. */
async function changeOrAsk(call: Call, shop: ShopContext, change: Omit<StockChange, 'allowBelowPromised'>) {
  const attempt = await changeStock(shop, { ...change, allowBelowPromised: false });
  if (attempt.ok || attempt.reason !== 'below-promised') return attempt;
  const { tireId } = change;
  const { place, before, after, held, sold, owed } = attempt;
  const promised = `${held} are held for orders and ${sold + owed} are sold`;
  await confirm(call, `Set ${tireId} at ${place} from ${before} to ${after}, although ${promised}`);
  return changeStock(shop, { ...change, allowBelowPromised: true });
}

function refusalError(refused: StockChangeResult & { ok: false }, { tireId, place }: RequestedChange): NotDone {
  if (refused.reason === 'unknown-tire') return new NotDone(refused.reason, `there is no tire ${tireId}`);
  if (refused.reason === 'unknown-supplier') {
    const suppliers =
      refused.places.length > 0 ? `its suppliers are ${refused.places.join(', ')}` : 'it has no supplier';
    return new NotDone(refused.reason, `${place} does not name a single supplier of ${tireId}: ${suppliers}`);
  }
  return new NotDone(refused.reason, `there are only ${refused.before} of ${tireId} at ${refused.place}`);
}
