/** SQL with the rows of a shop at migration 0005, before each supplier became a stock location: two tires, one order. */
export const oldRows = `
  insert into manufacturers values ('nokian', 'Nokian');
  insert into tires (id, supplier, supplier_sku, manufacturer_id, model, season, studs, runflat, vehicle, competition,
    tread_width, profile, diameter, construction, load_index, speed_index, marks, fuel, wet, noise_db, noise_class, snow,
    ice, dot_year, weight_grams, price_cents, on_sale)
  select id, 'latakko', sku, 'nokian', 'Hakka Blue 3', 'summer', 'none', false, 'car', false, 205, 55, 16, 'R', '91', 'V',
    '{}', 'C', 'A', 67, 'A', false, false, 2026, 9100, 7990, on_sale
  from (values ('old', 'T1', true), ('gone', 'T0', false)) as t (id, sku, on_sale);
  insert into stock values ('old', 'ringtee', 4, 0, 0), ('old', 'supplier', 20, 4, 2), ('gone', 'supplier', 0, 0, 2);
  insert into price_history values ('old', 7990, '2026-01-01'), ('gone', 7990, '2026-01-01');
  insert into stock_changes (tire_id, place, before, after, at, actor)
  values ('old', 'supplier', 5, 20, now(), 'operator');
  insert into orders (number, token_hash, status, locale, name, email, phone, branch, fulfilment, note, payment_method,
    reference, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at)
  values ('R26-AAAAA', '', 'confirmed', 'ee', 'Mari', 'mari@example.com', '+372', 'ringtee', 'pickup', '', 'branch',
    '1', 31960, 24, now(), now(), now(), now());
  insert into order_lines values (1, 0, 'old', 'Nokian Hakka Blue 3', '205/55 R16 91V', 4, 7990);
  insert into stock_holds values (1, 0, 'old', 'supplier', 4, 2, 'held')`;

/** 20,000 orders for tires at a branch and at a supplier: one fifth each unpaid, cancelled, completed, confirmed and ready. */
export const oldSales = `
  insert into manufacturers values ('nokian', 'Nokian');
  insert into tires (id, supplier, supplier_sku, manufacturer_id, model, season, studs, runflat, vehicle, competition, tread_width, profile, diameter,
    construction, load_index, speed_index, marks, snow, ice, price_cents, on_sale)
  select 'tire-' || n, 'latakko', n, 'nokian', 'Hakka Blue 3', 'summer', 'none', false, 'car', false, 205, 55, 16, 'R', '91', 'V', '{}',
    false, false, 7990, true
  from generate_series(0, 999) n;
  insert into stock (tire_id, place, on_hand, held, lead_days)
  select 'tire-' || n, place, n % 7, 0, 0 from generate_series(0, 999) n, unnest('{ringtee,supplier:latakko}'::text[]) place;
  insert into orders (number, token_hash, status, locale, name, email, phone, branch, fulfilment, note, payment_method,
    reference, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at)
  select 'R26-' || n, '', (array['awaiting_payment', 'cancelled', 'completed', 'confirmed', 'ready'])[n % 5 + 1], 'ee', 'Mari',
    'mari@example.com', '+372', 'ringtee', 'pickup', '', 'pay_at_branch', n, 7990, 24, now(), now(), now(), now()
  from generate_series(1, 20000) n;
  insert into order_lines (order_id, position, tire_id, title, size, count, price_cents)
  select id, 0, 'tire-' || id % 1000, 'Nokian Hakka Blue 3', '205/55 R16 91V', 1, 7990 from orders;
  insert into stock_holds (order_id, position, tire_id, place, count, lead_days, state)
  select id, 0, 'tire-' || id % 1000, (array['ringtee', 'supplier:latakko'])[id % 2 + 1], 1, 0,
    case when status = 'awaiting_payment' then 'held' when status = 'cancelled' then 'released' else 'sold' end
  from orders;
  insert into payments (order_id, provider, method, state, amount_cents, created_at)
  select id, 'pay_at_branch', 'pay_at_branch', 'paid', 7990, now() from orders
  where status in ('completed', 'confirmed', 'ready');
  insert into payment_ledger (order_id, payment_id, kind, provider, provider_ref, amount_cents, at, actor)
  select order_id, id, 'paid', provider, id::text, 7990, now(), 'operator' from payments;
  update stock set held = held + h.count
  from (select tire_id, place, count(*) from stock_holds where state = 'held' group by 1, 2) h
  where h.tire_id = stock.tire_id and h.place = stock.place;
  create table free_before as select tire_id, place, on_hand - held as free from stock`;
