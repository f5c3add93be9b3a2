import {
  type PriceChange,
  type PriceDecision,
  type PriceRefusal,
  pinPrice,
  putOnSale,
  takeOffSale,
  unpinPrice,
} from '../../shop/catalog/prices/decide-price.server.ts';
import { type Cents, formatMoney, toEuros } from '../../shop/money.ts';
import { amountArgument, dayOption, onlyArgument, requiredReason } from '../arguments.ts';
import { type Call, type Command, NotDone, UsageError } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print } from '../output.ts';
import { actorOf } from '../with-shop-context.ts';

const optionHelp = `  --reason TEXT  the reason, for the history
  --json         prints the result as JSON`;

export const pricesPin: Command = {
  summary: 'Sets the price of a tire; price lists then do not change it.',
  usage: 'TIRE PRICE --reason TEXT [--from DAY] [--to DAY] [--below-floor] [--json]',
  help: `PRICE is in euros for one tire, VAT included. Imports of price lists do not change it until \`prices unpin\` removes the pin. With --from
or --to, the price begins and ends at midnight in Tallinn; on other days an earlier pin applies.

  --from DAY     the first day, such as 2027-03-01
  --to DAY       the last day
  --below-floor  pins the price even if it is below the floor of the price rules
${optionHelp}

  npm run shop -- prices pin nokian-hakka-blue-3-205-55-r16-91v 79,90 --reason "offer of the week"`,
  run(call) {
    const { positionals, values } = call;
    if (positionals.length !== 2) throw new UsageError('name one tire and its price');
    const [tireId = '', price] = positionals;
    const pin = {
      priceCents: amountArgument(price),
      belowFloor: values['below-floor'] === true,
      from: dayOption(call, 'from'),
      until: dayOption(call, 'to'),
    };
    return runDecision(call, tireId, (decision, db) => pinPrice(db, { ...decision, ...pin }));
  },
};

export const pricesUnpin: Command = {
  summary: 'Returns a pinned tire to the price of its lists.',
  usage: 'TIRE --reason TEXT [--json]',
  help: `The price of the lists applies at once. Ends all pins of the tire, also those whose days have not begun.

${optionHelp}

  npm run shop -- prices unpin nokian-hakka-blue-3-205-55-r16-91v --reason "the offer is over"`,
  run: (call) => runDecision(call, onlyArgument(call, 'tire'), (decision, db) => unpinPrice(db, decision)),
};

export const pricesOffSale: Command = {
  summary: 'Takes a tire off sale, whatever price lists say.',
  usage: 'TIRE --reason TEXT [--json]',
  help: `Buyers no longer see the tire, and price lists do not bring it back until \`prices on-sale\` allows it. Orders that contain the tire
keep it; its stock is counted as before.

${optionHelp}

  npm run shop -- prices off-sale nokian-hakka-blue-3-205-55-r16-91v --reason "recalled by the manufacturer"`,
  run: (call) => runDecision(call, onlyArgument(call, 'tire'), (decision, db) => takeOffSale(db, decision)),
};

export const pricesOnSale: Command = {
  summary: 'Puts a tire back on sale that was taken off sale by hand.',
  usage: 'TIRE --reason TEXT [--json]',
  help: `The tire is on sale again at once if a price list contains it, otherwise with the next list that does.

${optionHelp}

  npm run shop -- prices on-sale nokian-hakka-blue-3-205-55-r16-91v --reason "the recall did not concern ours"`,
  run: (call) => runDecision(call, onlyArgument(call, 'tire'), (decision, db) => putOnSale(db, decision)),
};

type Decide = (decision: PriceDecision, db: Parameters<typeof pinPrice>[0]) => Promise<PriceChange | PriceRefusal>;

async function runDecision(call: Call, tireId: string, decide: Decide): Promise<void> {
  const { io } = call;
  const reason = requiredReason(call);
  const decision = { tireId, reason, actor: actorOf(io), now: io.now() };
  const decided = await withDatabase(io, ({ kysely }) => decide(decision, kysely));
  if (!decided.ok) throw new NotDone(decided.reason, refusals[decided.reason](tireId));
  const { before, after } = decided;
  const result = { ok: true, tire: tireId, before: eurosOrNull(before), after: eurosOrNull(after) };
  print(call, result, [`${tireId}: ${priceText(before)} before, ${priceText(after)} now.`]);
}

export function eurosOrNull(cents: Cents | null): number | null {
  return cents === null ? null : toEuros(cents);
}

export function priceText(cents: Cents | null): string {
  return cents === null ? 'off sale' : formatMoney(cents, 'en');
}

const refusals: Record<PriceRefusal['reason'], (tireId: string) => string> = {
  'unknown-tire': (tireId) => `there is no tire ${tireId}`,
  'no-reason': () => 'a reason is missing',
  'bad-price': () => 'the price must be between €0.01 and €10,000.00',
  'bad-days': () => 'the last day is before the first day, or has passed',
  'not-pinned': (tireId) => `the price of ${tireId} is not pinned`,
  'already-off-sale': (tireId) => `${tireId} was already taken off sale by hand`,
  'not-off-sale': (tireId) => `nobody took ${tireId} off sale by hand; \`prices show\` shows why it is not for sale`,
  'import-running': () => 'a price list is being imported; try again when it is done',
};
