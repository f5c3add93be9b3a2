import {
  type ApartMove,
  type ApartRequest,
  type ApartResult,
  moveApartStock,
} from '../../shop/checkout/desk/apart-stock.server.ts';
import type { ShopContext } from '../../shop/checkout/shop-context.server.ts';
import { requiredReason } from '../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { confirm } from '../confirm.ts';
import { note, print } from '../output.ts';
import { actorOf, withShopContext } from '../with-shop-context.ts';

export const stockApart: Command = {
  summary: 'Sets tires at a branch apart, puts them back for sale, or removes them.',
  usage: 'TIRE BRANCH COUNT --reason TEXT [--back|--gone] [--yes] [--json]',
  help: `Tires that are set apart are at the branch but not for sale: damaged, wrong, mounted or faulty ones. Without --back and --gone,
COUNT of the tires for sale are set apart. If some of those are promised to orders, the command asks for confirmation, because a buyer must then be phoned.

  --reason TEXT  the reason, for the history
  --back         puts them on sale again
  --gone         removes them from the stock: scrapped, or sent to the supplier
  --yes          does not ask; required without a terminal
  --json         prints the result as JSON

  npm run shop -- stock apart nokian-r5-2055516 ringtee 1 --reason "cut in the tread"
  npm run shop -- stock apart nokian-r5-2055516 ringtee 1 --back --reason "looked at: only dirty"
  npm run shop -- stock apart nokian-r5-2055516 ringtee 2 --gone --reason "sent to Latakko, claim 4711"`,
  async run(call) {
    const request = requestOf(call);
    const result = await withShopContext(call, (shop) => moveOrAsk(call, shop, request));
    if (!result.ok) throw refusalError(result, request);
    const { tireId: tire, branch } = request;
    const { onHand, apart, held, sold } = result;
    const missing = held + sold - onHand;
    if (missing > 0) note(call.io, `Fewer tires than are promised to orders at ${branch}: ${missing} missing.`);
    const free = Math.max(0, onHand - held - sold);
    const line = `${tire} at ${branch}: ${onHand} there, ${held} held for orders, ${sold} sold and not collected, ${free} free; ${apart} more set apart.`;
    print(call, { ok: true, tire, branch, there: onHand, held, sold, free, apart }, [line]);
  },
};

function requestOf(call: Call): Omit<ApartRequest, 'allowBelowPromised'> {
  const { positionals, shopConfig, values } = call;
  const [tireId, branch, count = '', ...more] = positionals;
  if (tireId === undefined || branch === undefined || more.length > 0)
    throw new UsageError('name a tire, a branch and a count');
  const branches = shopConfig.branches.map(({ id }) => id);
  if (!branches.includes(branch))
    throw new UsageError(`there is no branch ${branch}; branches are ${branches.join(', ')}`);
  if (!/^[1-9]\d{0,5}$/.test(count)) throw new UsageError('COUNT must be a whole number from 1 to 999999');
  const move = moveOf(values);
  const reason = requiredReason(call);
  return { move, tireId, branch, count: Number(count), reason, actor: actorOf(call.io) };
}

function moveOf({ back, gone }: Call['values']): ApartMove {
  if (back === true && gone === true) throw new UsageError('--back and --gone cannot be combined');
  if (back === true) return 'back';
  return gone === true ? 'gone' : 'apart';
}

async function moveOrAsk(call: Call, shop: ShopContext, request: Omit<ApartRequest, 'allowBelowPromised'>) {
  const attempt = await moveApartStock(shop, { ...request, allowBelowPromised: false });
  if (attempt.ok || attempt.reason !== 'below-promised') return attempt;
  const { count, tireId, branch } = request;
  const promised = `${attempt.held} are held for orders and ${attempt.sold} are sold`;
  await confirm(call, `Set apart ${count} of the ${attempt.onHand} tires ${tireId} at ${branch}, although ${promised}`);
  return moveApartStock(shop, { ...request, allowBelowPromised: true });
}

function refusalError(
  refused: ApartResult & { ok: false },
  { tireId, branch, move }: Pick<ApartRequest, 'tireId' | 'branch' | 'move'>,
): NotDone {
  if (refused.reason === 'unknown-tire') return new NotDone(refused.reason, `there is no tire ${tireId}`);
  if (move === 'apart')
    return new NotDone(refused.reason, `there are only ${refused.onHand} of ${tireId} at ${branch}`);
  return new NotDone(refused.reason, `only ${refused.apart} of ${tireId} are set apart at ${branch}`);
}
