import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { undoImport } from '../../src/shop/catalog/import/undo.server.ts';
import { pinPrice, putOnSale, takeOffSale, unpinPrice } from '../../src/shop/catalog/prices/decide-price.server.ts';
import { catalogue, now, type Row } from './price-list.ts';

const shop = catalogue();
const eans = ['', '6419440382319', '4019238817850', '96385074'];
const sizes = ['205/55 R16 91V', '225/45 R17 91W'];

/** A row with one of nine SKUs, whose other values change from list to list, so that tires are joined and split. */
const row = fc.record({
  supplier: fc.constantFrom('alpha', 'beta', 'gamma'),
  supplier_sku: fc.constantFrom('1', '2', '3'),
  ean: fc.constantFrom(...eans),
  size: fc.constantFrom(...sizes),
  model: fc.constantFrom('Hakka Blue 3', 'HAKKA BLUE3', 'Else'),
  dot_year: fc.constantFrom('', '2025', '2026'),
  price: fc.constantFrom('60', '70', '80'),
  stock_supplier: fc.constantFrom('0', '2', '20'),
  stock_ringtee: fc.constantFrom('0', '4'),
});
const list = fc.uniqueArray(row, {
  minLength: 1,
  maxLength: 6,
  selector: ({ supplier, supplier_sku }) => `${supplier} ${supplier_sku}`,
});
/** An act of the owner on one of the tires. */
const act = fc.record({ act: fc.constantFrom('pin', 'unpin', 'off-sale', 'on-sale'), tire: fc.nat() });
const steps = fc.array(
  fc.oneof(
    { arbitrary: list, weight: 3 },
    { arbitrary: fc.constant('undo' as const), weight: 2 },
    { arbitrary: act, weight: 2 },
  ),
  { minLength: 2, maxLength: 12 },
);

/** Listed tires. `lists`: sources and stock; `offer`: what the shop sells, which the owner may have decided. */
async function state() {
  const { rows } = await sql<{ id: string; lists: string; offer: string }>`
    select t.id, coalesce((select string_agg(' ' || supplier || '/' || supplier_sku, '' order by supplier)
        from tire_sources where tire_id = t.id and listed), '')
      || coalesce((select string_agg(' ' || place || ': ' || on_hand, '' order by place)
        from stock where tire_id = t.id and on_hand > 0), '') as lists,
      ' ' || t.on_sale || ' ' || t.price_cents || ' ' || t.tread_width || ' ' || coalesce(t.ean, '') || ' ' || t.model
      || ' ' || coalesce(t.dot_year::text, '') as offer
    from tires t where exists (select from tire_sources where tire_id = t.id and listed) order by 1`.execute(shop.db);
  return rows;
}

/** The state, with the offers of tires on which the owner never decided. */
async function comparable(rows: Awaited<ReturnType<typeof state>> | undefined) {
  const decisions = await shop.db.selectFrom('price_decisions').select('tire_id').execute();
  const decided = new Set(decisions.map(({ tire_id }) => tire_id));
  return rows?.map(({ id, lists, offer }) => id + lists + (decided.has(id) ? '' : offer));
}

async function decide({ act, tire }: { act: string; tire: number }, time: Date) {
  const { tires } = await shop.everything();
  const tireId = tires[tire % tires.length]?.id ?? 'none';
  const decision = { tireId, reason: 'by hand', actor: 'owner', now: time };
  if (act === 'pin') await pinPrice(shop.db, { ...decision, priceCents: 55_00 });
  else if (act === 'unpin') await unpinPrice(shop.db, decision);
  else if (act === 'off-sale') await takeOffSale(shop.db, decision);
  else await putOnSale(shop.db, decision);
}

/** Invariants after every step, in independent SQL; one line for each violation. */
async function violations() {
  const { rows } = await sql<{ line: string }>`
    select 'two sizes or EANs in one tire: ' || a.supplier || a.supplier_sku || ' ' || b.supplier || b.supplier_sku as line
    from tire_sources a join tire_sources b on a.tire_id = b.tire_id and a.supplier < b.supplier
    where a.listed and b.listed and (a.tread_width <> b.tread_width or a.season <> b.season or a.ean <> b.ean)
    union all
    select 'on sale without a listed source or against a decision, or the reverse: ' || t.id from tires t
    where t.on_sale <> (exists (select from tire_sources where tire_id = t.id and listed)
      and coalesce((select kind from price_decisions where tire_id = t.id and kind like '%sale' order by id desc limit 1), '') <> 'off_sale')
    union all
    select 'a price that is not pinned and no listed source has: ' || t.id from tires t
    where t.on_sale and t.price_cents <> all (coalesce(
      (select case kind when 'pinned' then array[price_cents] end from price_decisions
        where tire_id = t.id and kind like '%pinned' order by id desc limit 1),
      (select array_agg(price_cents) from tire_sources s where s.tire_id = t.id and s.listed)))
    union all
    select 'stock of a supplier without a listed source: ' || tire_id || ' ' || place || ' ' || on_hand from stock h
    where on_hand > 0 and place like 'supplier:%' and not exists (
      select from tire_sources s where s.tire_id = h.tire_id and s.listed and 'supplier:' || s.supplier = h.place
        and s.on_hand = h.on_hand)
    union all
    select 'the history ends with another price: ' || t.id from tires t
    left join lateral (select price_cents from price_history where tire_id = t.id order by since desc limit 1) p on true
    where p.price_cents is distinct from case when t.on_sale then t.price_cents end`.execute(shop.db);
  return rows.map(({ line }) => line);
}

test('undo restores the previous state after any sequence of lists, undos and prices by hand', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      await shop.empty();
      const statesBefore: Awaited<ReturnType<typeof state>>[] = [];
      for (const [index, step] of sequence.entries()) {
        const time = new Date(now.getTime() + index * 60_000);
        if (step === 'undo') {
          const undone = await undoImport(shop.db, { now: time, actor: 'operator' });
          expect(undone.ok).toBe(statesBefore.length > 0);
          if (undone.ok) expect(await comparable(await state())).toEqual(await comparable(statesBefore.pop()));
        } else if ('act' in step) {
          await decide(step, time);
        } else {
          const stateBefore = await state();
          const { changed } = await shop.importList(step as Row[], { now: time, force: true });
          if (changed) statesBefore.push(stateBefore);
        }
        expect(await violations()).toEqual([]);
      }
    }),
    { numRuns: 25 },
  );
});
