import { tallinnTime } from '../../shop/calendar.ts';
import type { Decision, Pin } from '../../shop/catalog/prices/decisions.server.ts';
import { type PriceEvent, type PriceOfTire, priceOfTire } from '../../shop/catalog/prices/price-of-tire.server.ts';
import { type Cents, formatMoney } from '../../shop/money.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';
import { eurosOrNull, priceText } from './decide.ts';

export const pricesShow: Command = {
  summary: 'Shows the price of a tire, and where it comes from.',
  usage: 'TIRE [--json]',
  help: `Shows the price of a tire, the prices in the lists, the decisions made by hand with their reasons, and the last 20 changes. TIRE is the id
at the end of the tire's address.

  --json  prints JSON

  npm run shop -- prices show nokian-hakka-blue-3-205-55-r16-91v`,
  async run(call) {
    const id = onlyArgument(call, 'tire');
    const price = await withDatabase(call.io, ({ kysely }) =>
      priceOfTire(kysely, id, { now: call.io.now(), withCosts: true }),
    );
    if (!price) throw new NotDone('unknown-tire', `there is no tire ${id}`);
    print(call, toJson(price), linesOf(price));
  },
};

function toJson(price: PriceOfTire) {
  const { priceCents, lowestBeforeCents, listPriceCents, sources, pinned, planned, takenOffSale, changes, ...tire } =
    price;
  return {
    ...tire,
    price: eurosOrNull(priceCents),
    lowestPrice30: eurosOrNull(lowestBeforeCents),
    listPrice: eurosOrNull(listPriceCents),
    pinned: pinned && inEuros(pinned),
    planned: planned.map(inEuros),
    takenOffSale,
    sources: sources.map(inEuros),
    changes: changes.map(inEuros),
  };
}

export function inEuros<T extends { priceCents: Cents | null }>({ priceCents, ...rest }: T) {
  return { ...rest, price: eurosOrNull(priceCents) };
}

const whyOffSale = { 'by-hand': 'taken off sale by hand', 'not-listed': 'no price list contains it' };

function linesOf(price: PriceOfTire): string[] {
  const { id, title, size, priceCents, lowestBeforeCents, offSaleBecause, campaign, pinned, planned, takenOffSale } =
    price;
  const lowest =
    lowestBeforeCents === null ? '' : `; lowest price in the 30 days before this price: ${money(lowestBeforeCents)}`;
  const state = offSaleBecause ? `off sale: ${whyOffSale[offSaleBecause]}` : `${priceText(priceCents)}${lowest}`;
  return [
    `${title} ${size} (${id}): ${state}`,
    ...(campaign ? [`Campaign: ${campaign.en}`] : []),
    ...(pinned ? [pinLine('Pinned at', pinned)] : []),
    ...planned.map((pin) => pinLine('Will be pinned at', pin)),
    ...(takenOffSale ? [offSaleLine(takenOffSale)] : []),
    '',
    ...table(
      ['supplier', 'article code', 'price', 'cost without VAT, €', 'pieces', 'lead days', ''],
      price.sources.map(({ supplier, sku, priceCents, costNet, onHand, leadDays, listed }) => [
        supplier,
        sku,
        money(priceCents),
        costNet?.toString() ?? 'not known',
        onHand,
        leadDays,
        listed ? '' : 'no longer listed',
      ]),
    ),
    '',
    ...table(['changed', 'price', 'because of', 'by', 'reason or file'], price.changes.map(changeCells)),
  ];
}

function money(cents: Cents): string {
  return formatMoney(cents, 'en');
}

/** `Pinned at €69.90 from 2027-03-01 to 2027-03-15, 2027-02-20 12:00 by operator: offer of the week`. */
export function pinLine(label: string, { priceCents, from, until, ...decided }: Pin): string {
  const days = [from === null ? '' : ` from ${from}`, until === null ? '' : ` to ${until}`].join('');
  return `${label} ${money(priceCents)}${days}, ${byWhom(decided)}`;
}

export function offSaleLine(decision: Decision): string {
  return `Taken off sale ${byWhom(decision)}`;
}

function byWhom({ at, actor, reason }: Decision): string {
  return `${tallinnTime(at)} by ${actor}: ${reason}`;
}

const causeTexts: Record<PriceEvent['cause'], string> = {
  pinned: 'prices pin',
  unpinned: 'prices unpin',
  'pin-began': 'pin began',
  'pin-ended': 'pin ended',
  off_sale: 'prices off-sale',
  on_sale: 'prices on-sale',
  list: 'price list',
  undo: 'imports undo',
  rules: 'prices apply',
  'undo-rules': 'prices undo',
  // The applied rules gave another price, because VAT, a campaign or stock changed.
  'follow-rules': 'price rules',
};

function changeCells({ at, priceCents, cause, actor, reason }: PriceEvent): string[] {
  return [tallinnTime(at), priceText(priceCents), causeTexts[cause], actor ?? '', reason ?? ''];
}
