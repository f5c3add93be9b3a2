import { tallinnTime } from '../../shop/calendar.ts';
import { type Exact, exactText } from '../../shop/catalog/prices/rules/exact.ts';
import { type Explanation, explainPrice } from '../../shop/catalog/prices/rules/explain-price.server.ts';
import type { SourcePrice, Stage, Step } from '../../shop/catalog/prices/rules/price-source.ts';
import { wheelsOfCar } from '../../shop/catalog/prices/rules/price-tire.ts';
import { formatMoney, toEuros } from '../../shop/money.ts';
import { onlyArgument } from '../arguments.ts';
import { type Command, NotDone } from '../command.ts';
import { withDatabase } from '../database/database.ts';
import { print, table } from '../output.ts';
import { eurosOrNull, priceText } from './decide.ts';
import { inEuros, offSaleLine, pinLine } from './show.ts';

export const pricesWhy: Command = {
  summary: 'Shows step by step why a tire has its price.',
  usage: 'TIRE [--json]',
  help: `Shows how the applied price rules make the price of a tire: each step of each source, and which source sets the price. Amounts are
without VAT until the step "VAT". TIRE is the id at the end of the tire's address.

  --json  prints JSON

  npm run shop -- prices why nokian-hakka-blue-3-205-55-r16-91v`,
  async run(call) {
    const id = onlyArgument(call, 'tire');
    const why = await withDatabase(call.io, ({ kysely }) => explainPrice(kysely, id, call.io.now()));
    if (!why) throw new NotDone('unknown-tire', `there is no tire ${id}`);
    print(call, toJson(id, why), linesOf(id, why));
  },
};

const stageNames: Record<Stage, string> = {
  list: 'price of the list',
  cost: 'landed cost',
  markup: 'markup',
  floor: 'floor',
  ceiling: 'ceiling',
  // A later step gave a price below the floor.
  'floor-again': 'floor again',
  vat: 'VAT',
  round: 'rounding',
  // The guard holds back prices that change too much, or are too low or too high.
  guard: 'held by the guard',
  pinned: 'pinned by hand',
  campaign: 'campaign',
};

function nameOf({ source: { supplier, sku } }: SourcePrice): string {
  return supplier === null ? 'own stock' : `${supplier} ${sku}`;
}

function linesOf(id: string, { priceCents, rules, pinned, takenOffSale, priceByRules }: Explanation): string[] {
  const title = `${id}: ${priceText(priceCents)}`;
  const pinLines = pinned ? [pinLine('Pinned at', pinned)] : [];
  if (takenOffSale) return [title, ...pinLines, offSaleLine(takenOffSale)];
  if (!rules && pinned) return [title, ...pinLines, 'No price rules are applied.'];
  if (!rules) return [title, 'No price rules are applied: the price is that of the lists. `prices show` lists them.'];
  const rulesLine = `Rules ${rules.id} (${rules.file}), applied ${tallinnTime(rules.at)} by ${rules.actor}.`;
  if (!priceByRules) return [title, rulesLine, ...pinLines, 'No list contains the tire.'];
  const { leadingSource, otherSources, steps, heldCents } = priceByRules;
  const reason = otherSources.length > 0 ? `, ${whyItLeads(leadingSource)}` : '';
  return [
    title,
    rulesLine,
    ...pinLines,
    '',
    `Set by ${nameOf(leadingSource)}, ${leadingSource.source.pieces} pieces${reason}:`,
    ...stepTable(steps),
    ...(heldCents === null
      ? []
      : [`The guard holds back the price that the rules give: ${formatMoney(heldCents, 'en')}.`]),
    ...otherSources.flatMap((other) => [
      '',
      `${nameOf(other)}, ${other.source.pieces} pieces, would be ${formatMoney(other.cents, 'en')}:`,
      ...stepTable(other.steps),
    ]),
  ];
}

/** Says why `priceTire` chose the source: it prefers four pieces, then any, then own stock, then the lowest price. */
function whyItLeads({ source: { supplier, pieces } }: SourcePrice): string {
  if (pieces >= wheelsOfCar)
    return supplier === null
      ? 'because own stock of at least four is used first'
      : 'the cheapest that can deliver four';
  const conditionText = pieces > 0 ? 'of those in stock, as no source has four' : 'as no source has stock';
  return supplier === null ? `because own stock is used first ${conditionText}` : `the cheapest ${conditionText}`;
}

function stepTable(steps: readonly Step[]): string[] {
  const rows = steps.map(({ stage, rule, before, after, competitorPrice }) => [
    stageNames[stage],
    competitorPrice
      ? `${rule}: ${competitorPrice.source}, ${competitorPrice.day}, ${formatMoney(competitorPrice.cents, 'en')}`
      : rule,
    before === null ? '' : exactText(before),
    exactText(after),
  ]);
  return table(['step', 'rule', 'before', 'after'], rows).map((line) => `  ${line}`);
}

function toJson(id: string, { priceCents, rules, pinned, takenOffSale, priceByRules }: Explanation) {
  return {
    id,
    price: eurosOrNull(priceCents),
    rules,
    pinned: pinned && inEuros(pinned),
    leading: priceByRules && sourceJson(priceByRules.leadingSource),
    takenOffSale,
    others: priceByRules?.otherSources.map(sourceJson) ?? [],
    steps: priceByRules?.steps.map(stepJson) ?? [],
    campaign: priceByRules?.campaign ?? null,
    held: eurosOrNull(priceByRules?.heldCents ?? null),
  };
}

function sourceJson({ source, cents, steps }: SourcePrice) {
  const { supplier, sku, pieces } = source;
  return { supplier: supplier ?? 'own', sku, pieces, price: toEuros(cents), steps: steps.map(stepJson) };
}

function stepJson({ stage, rule, before, after, competitorPrice }: Step) {
  const euros = (amount: Exact) => Number(exactText(amount));
  const amounts = { before: before === null ? null : euros(before), after: euros(after) };
  const competitor = competitorPrice && {
    source: competitorPrice.source,
    day: competitorPrice.day,
    price: toEuros(competitorPrice.cents),
  };
  return { stage, rule, ...amounts, ...(competitor && { competitor }) };
}
