import { sql } from 'kysely';
import type { Trx } from '../../../../database/transaction.server.ts';
import { type VatRate, vatPercentAt } from '../../../money.ts';
import { deriveChangedTires } from '../../import/commit.server.ts';
import { type SizeRow, titleAndSizeColumns, withSize } from '../../tire/size-of-row.server.ts';
import { matches } from './matches.ts';
import { type PriceRules, unreachableRules } from './price-rules.ts';
import type { TirePrice, TireToPrice } from './price-tire.ts';
import type { HeldPrice, PriceMove, PricesPreview } from './prices-preview.ts';

const maxHeld = 50;

type PreviewOptions = { now: Date; vat: readonly VatRate[]; ignoresGuard: boolean; maxMoves: number };

/** Returns how rules change the prices of `changed_tires`. `movesHash`: a hash of all changes, also those that `moves` omits. Writes temporary tables only. */
export async function previewPrices(
  trx: Trx,
  rules: PriceRules | null,
  { now, vat, ignoresGuard, maxMoves }: PreviewOptions,
): Promise<Omit<PricesPreview, 'hash'> & { movesHash: string }> {
  const usedNames = new Set<string>();
  const limits = rules ? limitsAndCampaigns(rules) : [];
  const onPriced = ({ tire }: TireToPrice, { leadingSource, otherSources }: TirePrice) => {
    for (const { source, steps } of [leadingSource, ...otherSources]) {
      const markupList = source.supplier === null ? 'own' : 'markup';
      for (const { stage, rule } of steps) {
        const ruleList = stage === 'markup' ? markupList : stage;
        usedNames.add(`${ruleList}: ${rule}`);
      }
      const unused = limits.filter(({ name }) => !usedNames.has(name));
      for (const { name, when } of unused) {
        if (matches(when, tire, source)) usedNames.add(name);
      }
    }
  };
  await deriveChangedTires(trx, now, rules && { rules, vat }, { ignoresGuard, onPriced });
  const vatPercent = vatPercentAt(vat, now);
  const names = [...(rules ? costAndMarkupNames(rules) : []), ...limits.map(({ name }) => name)];
  const unreachable = rules ? unreachableRules(rules) : [];
  return {
    ...(await countMoves(trx, vatPercent)),
    moves: await largestMoves(trx, vatPercent, maxMoves),
    held: await pricesHeldBack(trx),
    neverMatched: names.filter((name) => !usedNames.has(name) && !unreachable.includes(name)),
    unreachable,
  };
}

function costAndMarkupNames(rules: PriceRules): string[] {
  return (['cost', 'markup', 'own'] as const).flatMap((list) => rules[list].map(({ name }) => `${list}: ${name}`));
}

/** Unlike costs and markups, these count as used if they match a tire, even if another rule sets its price. */
function limitsAndCampaigns({ floor, ceiling, campaigns }: PriceRules) {
  return [
    ...floor.map(({ name, when }) => ({ name: `floor: ${name}`, when })),
    ...ceiling.map(({ name, when }) => ({ name: `ceiling: ${name}`, when })),
    ...campaigns.map(({ id, when }) => ({ name: `campaigns: ${id}`, when })),
  ];
}

/** SQL: a price without VAT, in cents. */
const netOf = (column: string, vatPercent: number) =>
  sql`round(${sql.ref(column)} * 100.0 / (100 + ${vatPercent}::numeric))`;

type Counts = Pick<PricesPreview, 'up' | 'down' | 'unchanged' | 'withoutCost' | 'belowFloor' | 'margin'>;

async function countMoves(trx: Trx, vatPercent: number): Promise<Counts & { movesHash: string }> {
  const { rows } = await sql<
    Omit<Counts, 'margin'> & { movesHash: string; marginBefore: number; marginAfter: number; pieces: number }
  >`
    with moves as (
      select d.tire_id, t.price_cents as before, d.price_cents as after, r.floor_cents, round(r.landed_net * 100) as cost,
        case when r.landed_net is not null then s.pieces else 0 end as pieces
      -- derived: the new prices; ruled: those of them that rules made, with their floor and cost
      from derived d join tires t on t.id = d.tire_id and t.on_sale left join ruled r on r.tire_id = d.tire_id
      left join (select tire_id, sum(on_hand - sold) as pieces from stock group by tire_id) s on s.tire_id = d.tire_id
    )
    select count(*) filter (where after > before)::integer as up, count(*) filter (where after < before)::integer as down,
      count(*) filter (where after = before)::integer as unchanged, count(*) filter (where cost is null)::integer as "withoutCost",
      count(*) filter (where before < floor_cents)::integer as "belowFloor",
      coalesce(sum(pieces * (${netOf('before', vatPercent)} - cost)), 0)::int8 as "marginBefore",
      coalesce(sum(pieces * (${netOf('after', vatPercent)} - cost)), 0)::int8 as "marginAfter",
      coalesce(sum(pieces), 0)::int8 as pieces,
      md5(coalesce(string_agg(concat_ws(' ', tire_id, before, after), ',' order by tire_id) filter (where before <> after), ''))
        as "movesHash"
    from moves`.execute(trx);
  if (!rows[0]) throw new Error('the count returned no row');
  const { marginBefore, marginAfter, pieces, ...counts } = rows[0];
  return { ...counts, margin: { before: marginBefore, after: marginAfter, pieces } };
}

async function largestMoves(trx: Trx, vatPercent: number, maxMoves: number): Promise<PriceMove[]> {
  const { rows } = await sql<Omit<PriceMove, 'size'> & SizeRow>`
    select ${titleAndSizeColumns}, t.price_cents as before, d.price_cents as after,
      round(100.0 * (d.price_cents - t.price_cents) / t.price_cents)::integer as percent, r.landed_net as "landedNet",
      round(100 - 100 * (r.landed_net * 100) / nullif(${netOf('d.price_cents', vatPercent)}, 0))::integer as "marginPercent"
    from derived d join tires t on t.id = d.tire_id and t.on_sale join manufacturers m on m.id = t.manufacturer_id
    left join ruled r on r.tire_id = d.tire_id
    where d.price_cents <> t.price_cents
    order by abs(d.price_cents - t.price_cents)::numeric / t.price_cents desc, t.id limit ${maxMoves}`.execute(trx);
  return rows.map(withSize);
}

async function pricesHeldBack(trx: Trx): Promise<PricesPreview['held']> {
  const { rows } = await sql<Omit<HeldPrice, 'size'> & SizeRow & { total: number }>`
    select ${titleAndSizeColumns}, r.price_cents as price, r.held_cents as wanted, count(*) over ()::integer as total
    from ruled r join tires t on t.id = r.tire_id join manufacturers m on m.id = t.manufacturer_id
    where r.held_cents is not null order by abs(r.held_cents - r.price_cents) desc, t.id limit ${maxHeld}`.execute(trx);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total, ...row }) => withSize(row)) };
}
