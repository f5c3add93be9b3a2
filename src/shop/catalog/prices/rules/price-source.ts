import { addDays, type Day } from '../../../calendar.ts';
import type { Cents } from '../../../money.ts';
import { type Exact, exactCents, exactEuros, inCents, plusPercent, roundToEnding, withoutPercent } from './exact.ts';
import { type CompetitorPrice, matches, type Source, type TireFacts } from './matches.ts';
import type { Markup, PriceRules } from './price-rules.ts';

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

/** One step to a price. `rule`: its name; empty: the stage has none. Amounts are without VAT before the stage `vat`. Without a known cost, all are with VAT. */
export type Step = {
  stage: Stage;
  rule: string;
  before: Exact | null;
  after: Exact;
  competitorPrice?: CompetitorPrice;
};

/** A day in Tallinn, its VAT, and the ids of the campaigns that run. */
export type PricingDay = { vatPercent: number; day: Day; campaigns: readonly string[] };

/** `floorCents`: the least price with VAT; `landedNet`: what one tire costs, exact; both null if the cost is not known. */
export type SourcePrice = {
  source: Source;
  cents: Cents;
  floorCents: Cents | null;
  landedNet: Exact | null;
  steps: Step[];
};

/**
 * Returns the price that one source gives a tire: landed cost, markup, floor, ceiling, floor again, VAT, rounding. If the cost is not known,
 * it is the list's price. Null: own stock without a rule or a cost.
 */
export function priceFromSource(
  tire: TireFacts,
  source: Source,
  rules: PriceRules,
  pricingDay: PricingDay,
): SourcePrice | null {
  const { listCents, costNet, supplier } = source;
  const isOwn = supplier === null;
  const markup = (isOwn ? rules.own : rules.markup).find(({ when }) => matches(when, tire, source));
  if (isOwn && (costNet === null || !markup)) return null;
  if (costNet === null) return listCents === null ? null : priceOfList(source, listCents);

  const steps: Step[] = [];
  const step = (stage: Stage, rule: string, before: Exact | null, after: Exact) => {
    steps.push({ stage, rule, before, after });
    return after;
  };
  const costRule = isOwn ? undefined : rules.cost.find(({ when }) => matches(when, tire, source));
  const cost = exactEuros(costNet);
  const landed = step('cost', costRule?.name ?? '', cost, cost + exactEuros(costRule?.add ?? 0));
  let net = landed;
  // The price with VAT that `net` was calculated from; null: none. `net` is cut off, so adding VAT to it would give a little less.
  let grossCents: Cents | null = null;
  if (markup) net = step('markup', markup.name, net, markedUp(net, markup));
  else if (listCents !== null) {
    grossCents = listCents;
    net = step('list', '', null, withoutPercent(exactCents(listCents), pricingDay.vatPercent));
  }

  let floor = landed;
  let floorRule = '';
  for (const { name, when, margin, percent = 0 } of rules.floor) {
    if (!matches(when, tire, source)) continue;
    for (const leastNet of [landed + exactEuros(margin), plusPercent(landed, percent)]) {
      if (leastNet < floor) continue;
      floor = leastNet;
      floorRule = name;
    }
  }
  if (net < floor) {
    grossCents = null;
    net = step('floor', floorRule, net, floor);
  }

  const limit = lowestCeiling(tire, source, rules, pricingDay);
  const ceiling = limit && withoutPercent(exactCents(limit.cents), pricingDay.vatPercent);
  if (limit && ceiling !== null && ceiling < net) {
    steps.push({
      stage: 'ceiling',
      rule: limit.name,
      before: net,
      after: ceiling,
      ...(limit.competitorPrice && { competitorPrice: limit.competitorPrice }),
    });
    net = ceiling;
    grossCents = limit.cents;
    if (limit.mayGoBelowFloor && net < floor) floor = net;
  }
  if (net < floor) {
    grossCents = null;
    net = step('floor-again', floorRule, net, floor);
  }

  const exactGross = grossCents === null ? plusPercent(net, pricingDay.vatPercent) : exactCents(grossCents);
  const gross = step('vat', `${pricingDay.vatPercent} %`, net, exactGross);
  const exactFloor = plusPercent(floor, pricingDay.vatPercent);
  const cents = rounded(gross, exactFloor, limit?.cents ?? null, rules);
  step('round', '', gross, exactCents(cents));
  return { source, cents, floorCents: inCents(exactFloor, 'up'), landedNet: landed, steps };
}

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

function lowestCeiling(tire: TireFacts, source: Source, { ceiling }: PriceRules, { day }: PricingDay) {
  let lowest: { name: string; cents: Cents; mayGoBelowFloor: boolean; competitorPrice: CompetitorPrice | null } | null =
    null;
  for (const { name, when, to, minus = 0, maxAgeDays = 0, below } of ceiling) {
    if (!matches(when, tire, source)) continue;
    const competitorPrice = to === 'competitor' ? lowestCompetitorPrice(tire, addDays(day, -maxAgeDays)) : null;
    const fullCents = competitorPrice ? competitorPrice.cents : ceilingOf(to, source);
    if (fullCents === null) continue;
    const cents = fullCents - Math.round(minus * 100);
    if (cents > 0 && (lowest === null || cents < lowest.cents))
      lowest = { name, cents, mayGoBelowFloor: below !== undefined && day <= below.until, competitorPrice };
  }
  return lowest;
}

function ceilingOf(to: PriceRules['ceiling'][number]['to'], { listCents, recommendedCents }: Source): Cents | null {
  if (typeof to === 'number') return Math.round(to * 100);
  return { list: listCents, recommended: recommendedCents, competitor: null }[to];
}

/** Returns the lowest price seen since a day; of equal prices, the one that was seen last. */
function lowestCompetitorPrice({ competitorPrices }: TireFacts, since: Day): CompetitorPrice | null {
  const recent = competitorPrices.filter(({ day }) => day >= since);
  return recent.toSorted((a, b) => a.cents - b.cents || (a.day > b.day ? -1 : 1))[0] ?? null;
}

/** Rounds as the rules say, but neither above the ceiling nor below the floor; the floor wins. */
function rounded(gross: Exact, floor: Exact, ceilingCents: Cents | null, { round }: PriceRules): Cents {
  const { endings, mode } = round;
  const floorCents = inCents(floor, 'up');
  const roundedCents = roundToEnding(gross, endings, mode);
  const upFromFloor = endings.length > 0 ? roundToEnding(floor, endings, 'up') : floorCents;
  if (ceilingCents === null) return roundedCents >= floorCents ? roundedCents : upFromFloor;
  const roundedBelowCeiling =
    roundedCents <= ceilingCents ? roundedCents : roundToEnding(exactCents(ceilingCents), endings, 'down');
  const candidates = [roundedBelowCeiling, upFromFloor, ceilingCents].filter((cents) => cents <= ceilingCents);
  return candidates.find((cents) => cents >= floorCents) ?? upFromFloor;
}
