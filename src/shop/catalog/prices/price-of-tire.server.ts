import { type Kysely, sql } from 'kysely';
import type { PriceDecisions } from '../../../database/tables/catalogue-tables.ts';
import type { Tables } from '../../../database/tables.ts';
import type { Cents } from '../../money.ts';
import { tallinnDate } from '../../tallinn-date.ts';
import { preferredSourceFirst } from '../import/commit.server.ts';
import { loadTires } from '../load-catalogue.server.ts';
import { fullSize, tireName } from '../tire/tire.ts';
import { tireReader } from '../tire-row.server.ts';
import { decisionsOf } from './decisions.server.ts';

/** `listed`: in the supplier's last list. `costNet`: euros without VAT; null: not known; absent without `withCosts`. */
export type SourceOfTire = {
  supplier: string;
  sku: string;
  listed: boolean;
  priceCents: Cents;
  onHand: number;
  leadDays: number;
  costNet?: number | null;
};

/** `priceCents` null: no longer for sale. `cause`: a decision of a person, `pin-began` or `pin-ended` (the first day of a pin came, or its last
 * day passed), `list` (an import), `undo` (of an import), `rules` (applied), `undo-rules`, or `follow-rules` (VAT, a campaign or stock changed). */
export type PriceEvent = {
  at: Date;
  priceCents: Cents | null;
  cause:
    | PriceDecisions['kind']
    | `pin-${'began' | 'ended'}`
    | 'list'
    | 'undo'
    | 'rules'
    | 'undo-rules'
    | 'follow-rules';
  /** Null: the shop itself (`follow-rules`), or an import that is too old to be known. */
  actor: string | null;
  /** The reason of a decision, or the file of an import. */
  reason: string | null;
};

type Options = { now: Date; withCosts: boolean };

/** Includes the last 20 price changes, and `withCosts` the costs, which only the owner may see. Null: unknown tire. */
export async function priceOfTire(db: Kysely<Tables>, tireId: string, { now, withCosts }: Options) {
  // The sequence of stock locations is not needed here.
  const readTire = tireReader();
  const { tires, eans } = await loadTires({ kysely: db }, readTire, [tireId], { withOffSale: true });
  const [tire] = tires;
  if (!tire) return null;
  const row = await db
    .selectFrom('tires')
    .leftJoin('tire_prices', 'tire_prices.tire_id', 'tires.id')
    .select(['price_cents', 'lowest_before_cents', 'on_sale', 'set_by', 'tires.campaign'])
    .where('tires.id', '=', tireId)
    .executeTakeFirstOrThrow();
  const sources = await sourcesOf(db, tireId, withCosts);
  const preferredListed = sources.find(({ listed }) => listed);
  const decisions = await decisionsOf(db, tireId, tallinnDate(now));
  return {
    id: tireId,
    title: tireName(tire),
    size: fullSize(tire),
    ean: eans.get(tireId) ?? null,
    onSale: row.on_sale,
    offSaleBecause: whyOffSale(decisions.takenOffSale !== null, sources),
    priceCents: row.on_sale ? row.price_cents : null,
    /** The lowest price in the 30 days before the current price began; null: it was not for sale then. */
    lowestBeforeCents: row.on_sale ? row.lowest_before_cents : null,
    /** The source that sets the price by the price rules: a supplier, or `own`; null: no rules are applied. */
    setBy: row.set_by,
    campaign: row.campaign,
    listPriceCents: preferredListed?.priceCents ?? null,
    sources,
    ...decisions,
    changes: await changesOf(db, tireId),
  };
}

function whyOffSale(isTakenOffByHand: boolean, sources: readonly SourceOfTire[]): 'by-hand' | 'not-listed' | null {
  if (isTakenOffByHand) return 'by-hand';
  return sources.some(({ listed }) => listed) ? null : 'not-listed';
}

export type PriceOfTire = NonNullable<Awaited<ReturnType<typeof priceOfTire>>>;

async function sourcesOf(db: Kysely<Tables>, tireId: string, withCosts: boolean): Promise<SourceOfTire[]> {
  return db
    .selectFrom('tire_sources')
    .select(['supplier', 'supplier_sku as sku', 'listed', 'price_cents as priceCents', 'on_hand as onHand'])
    .select('lead_days as leadDays')
    .$if(withCosts, (query) => query.select('cost_net as costNet'))
    .where('tire_id', '=', tireId)
    .orderBy(sql`not listed, ${preferredSourceFirst}, supplier`)
    .execute();
}

/** The cause of a change is the decision of the same time, of several the one with the lowest `priority`. Without one, it is a pin that began or ended, rules, or a list. */
async function changesOf(db: Kysely<Tables>, tireId: string): Promise<PriceEvent[]> {
  const { rows } = await sql<PriceEvent>`
    with decisions as (
      select 1 as priority, id, at, kind as cause, actor, reason from price_decisions where tire_id = ${tireId}
      union all
      select 2, id, undone_at, 'undo', undone_by, file from imports where undone_at is not null
      union all
      select 3, id, at, 'rules', actor, file from price_rules
      union all
      select 4, id, undone_at, 'undo-rules', undone_by, file from price_rules where undone_at is not null
      union all
      select 5, id, at, 'list', actor, file from imports
    )
    select h.since as at, h.price_cents as "priceCents", coalesce(decision.cause, case
        when changed_pin.id = h.pin_id then 'pin-began'
        when changed_pin.id = h.pin_before then 'pin-ended'
        when h.rules_id is not null then 'follow-rules'
        else 'list' end) as cause,
      coalesce(decision.actor, changed_pin.actor) as actor, coalesce(decision.reason, changed_pin.reason) as reason
    from (select *, lag(pin_id) over (order by since) as pin_before from price_history where tire_id = ${tireId}) h
    -- the pin that began at this change; if none did, the pin that ended
    left join price_decisions changed_pin
      on h.pin_id is distinct from h.pin_before and changed_pin.id = coalesce(h.pin_id, h.pin_before)
    left join lateral (select * from decisions where at = h.since order by priority, id desc limit 1) decision on true
    order by h.since desc limit 20`.execute(db);
  return rows;
}
