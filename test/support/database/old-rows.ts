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
