import { addDays, type Day } from '../../../calendar.ts';
import type { Cents } from '../../../money.ts';
import { type Exact, exactCents, exactEuros, inCents, plusPercent, roundToEnding, withoutPercent } from './exact.ts';
import { type CompetitorPrice, matches, type Source, type TireFacts } from './matches.ts';
import type { Markup, PriceRules, When } from './price-rules.ts';

export type Stage =
  | 'list'
  | 'cost'
  | 'markup'
  | 'floor'
  | 'ceiling'
  | 'floor-again'
  | 'vat'
  | 'round'
  | 'guard'
  | 'pinned'
  | 'campaign';

/** Amounts are without VAT until the stage `vat`. If the cost is not known, all are with VAT. */
export type Step = {
  stage: Stage;
  /** The name of the rule; empty: none. */
  rule: string;
  /** Null: the stage `list`, which replaces the amount. */
  before: Exact | null;
  after: Exact;
  competitorPrice?: CompetitorPrice;
};

/** A day in Tallinn, its VAT, and the ids of the campaigns that run. */
export type PricingDay = { vatPercent: number; day: Day; campaigns: readonly string[] };

/** `floorCents`: the least price, with VAT; `landedNet`: cost plus `cost` rule, without VAT. Null: cost not known. */
export type SourcePrice = {
  source: Source;
  cents: Cents;
  floorCents: Cents | null;
  landedNet: Exact | null;
  steps: Step[];
};

/** Returns the price that one source gives a tire: landed cost, markup, floor, ceiling, floor again, VAT, rounding. If the cost is not known, returns the
 * list's price. Null: no rule or no cost of own stock; of a supplier's tire, neither cost nor list price. */
export function priceFromSource(
  tire: TireFacts,
  source: Source,
  rules: PriceRules,
  pricingDay: PricingDay,
): SourcePrice | null {
  const { listCents, costNet, supplier } = source;
  const isOwn = supplier === null;
  const applies = ({ when }: { when?: When | undefined }) => matches(when, tire, source);
  const markup = (isOwn ? rules.own : rules.markup).find(applies);
  if (isOwn && !markup) return null;
  if (costNet === null) {
    const hasListPrice = !isOwn && listCents !== null;
    return hasListPrice ? priceOfList(source, listCents) : null;
  }

  const { vatPercent, day } = pricingDay;
  const ofNet = (net: Exact): Amount => ({ net, gross: plusPercent(net, vatPercent) });
  const ofGross = (cents: Cents): Amount => ({
    net: withoutPercent(exactCents(cents), vatPercent),
    gross: exactCents(cents),
  });
  const steps: Step[] = [];
  let price = ofNet(exactEuros(costNet));
  const changeTo = (next: Amount, step: Pick<Step, 'stage' | 'rule' | 'competitorPrice'>) => {
    steps.push({ ...step, before: step.stage === 'list' ? null : price.net, after: next.net });
    price = next;
  };

  const costRule = isOwn ? undefined : rules.cost.find(applies);
  const landed = ofNet(price.net + exactEuros(costRule?.add ?? 0));
  changeTo(landed, { stage: 'cost', rule: costRule?.name ?? '' });
  if (markup) changeTo(ofNet(markedUp(landed.net, markup)), { stage: 'markup', rule: markup.name });
  else if (listCents !== null) changeTo(ofGross(listCents), { stage: 'list', rule: '' });

  const { name: floorName, net: floorNet } = highestFloor(rules.floor.filter(applies), landed.net);
  let floor = ofNet(floorNet);
  if (price.net < floor.net) changeTo(floor, { stage: 'floor', rule: floorName });

  const ceilingRule = lowestCeiling(rules.ceiling.filter(applies), tire, source, day);
  const ceiling = ceilingRule && ofGross(ceilingRule.cents);
  if (ceiling && ceiling.net < price.net) {
    const { name, competitorPrice, mayGoBelowFloor } = ceilingRule;
    changeTo(ceiling, { stage: 'ceiling', rule: name, competitorPrice });
    if (mayGoBelowFloor && ceiling.net < floor.net) floor = ceiling;
  }
  if (price.net < floor.net) changeTo(floor, { stage: 'floor-again', rule: floorName });

  const cents = rounded(price.gross, floor.gross, ceilingRule?.cents ?? Infinity, rules);
  steps.push(
    { stage: 'vat', rule: `${vatPercent} %`, before: price.net, after: price.gross },
    { stage: 'round', rule: '', before: price.gross, after: exactCents(cents) },
  );
  return { source, cents, floorCents: inCents(floor.gross, 'up'), landedNet: landed.net, steps };
}

/** `gross` is with VAT. It is stored, because `net` is rounded down: adding VAT to it would give a little less. */
type Amount = { net: Exact; gross: Exact };

function priceOfList(source: Source, listCents: Cents): SourcePrice {
  const step: Step = { stage: 'list', rule: '', before: null, after: exactCents(listCents) };
  return { source, cents: listCents, floorCents: null, landedNet: null, steps: [step] };
}

function markedUp(cost: Exact, { percent, plus = 0, atLeast, atMost }: Markup): Exact {
  let markup = plusPercent(cost, percent) - cost + exactEuros(plus);
  if (atMost !== undefined && markup > exactEuros(atMost)) markup = exactEuros(atMost);
  if (atLeast !== undefined && markup < exactEuros(atLeast)) markup = exactEuros(atLeast);
  return cost + markup;
}

/** Of equal floors the last; the cost itself if no rule has a higher one. */
function highestFloor(rules: PriceRules['floor'], landedNet: Exact) {
  return rules
    .flatMap(({ name, margin, percent = 0 }) => [
      { name, net: landedNet + exactEuros(margin) },
      { name, net: plusPercent(landedNet, percent) },
    ])
    .reduce((highest, floor) => (floor.net >= highest.net ? floor : highest), { name: '', net: landedNet });
}

/** Of equal ceilings the first; null: none. */
function lowestCeiling(
  rules: PriceRules['ceiling'],
  tire: TireFacts,
  { listCents, recommendedCents }: Source,
  day: Day,
) {
  const ceilings = rules.map(({ name, to, minus = 0, maxAgeDays = 0, below }) => {
    const competitorPrice = to === 'competitor' ? lowestCompetitorPrice(tire, addDays(day, -maxAgeDays)) : undefined;
    const prices = { list: listCents, recommended: recommendedCents, competitor: competitorPrice?.cents };
    // A price that is not known counts as 0, which is left out below.
    const fullCents = typeof to === 'number' ? Math.round(to * 100) : (prices[to] ?? 0);
    const mayGoBelowFloor = below !== undefined && day <= below.until;
    return { name, cents: fullCents - Math.round(minus * 100), mayGoBelowFloor, competitorPrice };
  });
  return ceilings.filter(({ cents }) => cents > 0).toSorted((a, b) => a.cents - b.cents)[0] ?? null;
}

/** Returns the lowest price seen since a day; of equal prices, the one that was seen last. */
function lowestCompetitorPrice({ competitorPrices }: TireFacts, since: Day): CompetitorPrice | undefined {
  const recent = competitorPrices.filter(({ day }) => day >= since);
  return recent.toSorted((a, b) => a.cents - b.cents || (a.day > b.day ? -1 : 1))[0];
}

/** Rounds as the rules say, but neither above the ceiling nor below the floor; the floor wins. */
function rounded(gross: Exact, floor: Exact, ceilingCents: Cents, { round: { endings, mode } }: PriceRules): Cents {
  const floorCents = inCents(floor, 'up');
  let cents = roundToEnding(gross, endings, mode);
  if (cents > ceilingCents) cents = roundToEnding(exactCents(ceilingCents), endings, 'down');
  if (cents >= floorCents && cents <= ceilingCents) return cents;
  // Rounded up from the floor, but at most to the ceiling, unless the floor is above that.
  const upFromFloor = endings.length > 0 ? roundToEnding(floor, endings, 'up') : floorCents;
  const isFloorAboveCeiling = floorCents > ceilingCents;
  return isFloorAboveCeiling ? upFromFloor : Math.min(upFromFloor, ceilingCents);
}
