const holdState = `case when o.status in ('cancelled', 'expired') then 'released'
  when o.status = 'completed' then case when o.comes_back and l.position = 0 then 'returned' else 'handed_over' end
  when l.stage = 'ordered' then 'ordered' when l.stage = 'missing' then 'missing' when l.stage = 'sent' then 'in_transit'
  when o.is_paid then 'sold' else 'held' end`;

export const ordersAndLines = [
  `insert into orders (id, number, token_hash, status, locale, name, email, phone, branch, fulfilment, plate, note, payment_method,
    reference, total_cents, vat_percent, placed_at, promised_on, held_until, terms_accepted_at, channel, review)
  select n, 'R' || to_char(at at time zone 'UTC', 'YY') || '-' || lpad(n::text, 5, '0'), '', status,
    (array['ee', 'ee', 'ru', 'en'])[1 + n % 4],
    (array['Mari', 'Jüri', 'Olga', 'Õie', 'Ivan', 'Anu', 'Toomas', 'Svetlana'])[1 + n % 8] || ' Kask' || n,
    'buyer' || n || '@example.com', '+372 5' || lpad(n::text, 6, '0'), branch,
    case when n % 3 = 0 then 'pickup' else 'fitting' end,
    lpad((n % 1000)::text, 3, '0') || ' ' || chr(65 + n % 23) || chr(65 + n / 23 % 23) || chr(65 + n / 529 % 23), '',
    method, '26' || lpad(n::text, 8, '0'), total_cents, case when at < '2025-06-30 21:00Z' then 22 else 24 end, at, promised_on,
    case when is_open then (select max(at) from seed_orders) + interval '32 hours' + interval '1 day' * (n % 5) else at + interval '7 days' end, at, channel,
    case when is_open and is_paid and n % 37 = 0 then 'overpaid' end
  from seed_orders`,
  `insert into order_lines (order_id, position, tire_id, title, size, count, price_cents)
  select n, position, tire_id, title, size, count, price_cents from seed_lines`,
  `insert into stock (tire_id, place, on_hand, lead_days)
  select distinct tire_id, place, 0, case when place like 'supplier:%' then 3 else 0 end
  from (
    select l.tire_id, l.origin_place as place from seed_lines l
    union select l.tire_id, o.branch from seed_lines l join seed_orders o using (n)
  ) places
  on conflict do nothing`,
  `insert into stock_holds (order_id, position, tire_id, place, count, lead_days, state)
  select l.n, l.position, l.tire_id, case when l.stage = 'here' then o.branch else l.origin_place end, l.count, 0, ${holdState}
  from seed_lines l join seed_orders o using (n)`,
];

export const workAndMoney = [
  `insert into payments (id, order_id, provider, method, state, amount_cents, created_at, provider_ref)
  select payment_id, n, provider, method, case
      when not is_paid then case when is_open then 'pending' else 'cancelled' end
      when status = 'cancelled' then 'refunded'
      when has_goodwill then 'partially_refunded'
      when comes_back then case when line_count = 1 then 'refunded' else 'partially_refunded' end
      else 'paid' end, total_cents, at, case when provider = 'montonio' then 'm' || n end
  from seed_orders`,
  // Money at the desk is paid when the tires are collected.
  `insert into payment_ledger (order_id, payment_id, kind, provider, provider_ref, amount_cents, at, actor, tender)
  select n, payment_id, 'paid', provider, 'p' || n, total_cents,
    case when method = 'pay_at_branch' then collected_at else at + interval '10 minutes' end,
    case when method = 'pay_at_branch' then 'branch:' || branch else 'provider:' || provider end,
    case when method = 'pay_at_branch' then (array['card', 'card', 'cash'])[1 + n % 3] end
  from seed_orders where is_paid order by n`,
  `create temporary table seed_refunds on commit drop as
  select n, payment_id, provider, gen_random_uuid() as id, case
      when status = 'cancelled' then o.total_cents
      when has_goodwill then least(2000, o.total_cents - 1)
      else (select count * price_cents from seed_lines l where l.n = o.n and l.position = 0) end as cents,
    case when status = 'cancelled' then 'cancelled' when has_goodwill then 'goodwill' else 'withdrawal' end as reason,
    collected_at + interval '2 days' as at
  from seed_orders o where is_paid and (status = 'cancelled' or has_goodwill or comes_back)`,
  `update payments p set state = 'refunded' from seed_refunds r where p.id = r.payment_id and r.cents = p.amount_cents`,
  `insert into refunds (id, order_id, payment_id, state, amount_cents, reason, provider_ref, requested_by, requested_at)
  select id, n, payment_id, 'succeeded', cents, reason, 'r' || n, 'branch:ringtee', at from seed_refunds`,
  `insert into payment_ledger (order_id, payment_id, kind, provider, provider_ref, amount_cents, at, actor)
  select n, payment_id, 'refunded', provider, 'r' || n, cents, at, 'shop' from seed_refunds order by n`,
  `insert into handlings (order_id, position, kind, count, shelf, condition, place, at, actor)
  select n, position, kind, count, case when kind = 'put_aside' then chr(65 + n % 6) || n % 20 end,
    case when kind = 'taken_back' then 'new' end, case when kind = 'taken_back' then branch end, done_at, 'branch:' || branch
  from (
    select l.n, l.position, 'arrived' as kind, l.count, o.branch, o.ready_at as done_at from seed_lines l join seed_orders o using (n)
    where l.stage = 'here' and o.source <> 'own' and o.status in ('completed', 'ready', 'confirmed')
    union all
    select l.n, l.position, 'put_aside', l.count, o.branch, o.ready_at from seed_lines l join seed_orders o using (n)
    where o.status in ('completed', 'ready') and o.channel <> 'counter'
    union all
    select l.n, l.position, 'handed_over', l.count, o.branch, o.collected_at from seed_lines l join seed_orders o using (n)
    where o.status = 'completed'
    union all
    select l.n, l.position, 'taken_back', l.count, o.branch, o.collected_at + interval '2 days' from seed_lines l join seed_orders o using (n)
    where o.comes_back and l.position = 0
  ) done order by done_at`,
  `insert into order_events (order_id, at, actor, type, data)
  select n, at, actor, type, data from (
    select n, at, case channel when 'web' then 'buyer' else 'branch:' || branch end as actor, 'placed' as type, '{}'::jsonb as data
      from seed_orders
    union all select n, at + interval '10 minutes', 'provider:' || provider, 'payment-paid', jsonb_build_object('payment', payment_id)
      from seed_orders where is_paid and method <> 'pay_at_branch'
    union all select n, at + interval '10 minutes', 'shop', 'confirmed', '{"from": "awaiting_payment"}'
      from seed_orders where is_paid and method <> 'pay_at_branch'
    union all select n, ready_at, 'branch:' || branch, 'ready', '{"from": "confirmed"}'
      from seed_orders where status in ('ready', 'completed')
    union all select n, collected_at, 'branch:' || branch, 'completed', '{"from": "ready"}' from seed_orders where status = 'completed'
    union all select n, at + interval '2 days', 'buyer', 'cancelled', '{"from": "confirmed"}' from seed_orders where status = 'cancelled'
    union all select n, at + interval '7 days', 'shop', 'expired', '{"from": "awaiting_payment"}' from seed_orders where status = 'expired'
  ) happened order by at`,
  `insert into letters (id, order_id, kind, created_at, sent_at)
  select gen_random_uuid(), n, kind, sent, sent from (
    select n, 'placed' as kind, at as sent from seed_orders where channel <> 'counter'
    union all select n, 'ready', ready_at from seed_orders where status in ('ready', 'completed') and channel <> 'counter'
  ) mails`,
  `insert into delays (order_id, promised_on, expected_on, told_at, answer_due_at)
  select distinct n, o.promised_on, null::date, (select max(at) from seed_orders) - interval '6 hours',
    (select max(at) from seed_orders) + interval '6 hours'
  from seed_orders o join seed_lines l using (n) where l.stage = 'missing'`,
];

/** One purchase for each supplier, branch and day. */
export const purchasesAndTransfers = [
  `create temporary table seed_purchased on commit drop as
  select l.*, o.branch, (o.at at time zone 'UTC')::date as day, l.stage in ('ordered', 'missing') as is_awaited
  from seed_lines l join seed_orders o using (n)
  where o.source = 'supplier' and (o.status in ('completed', 'ready', 'confirmed'))`,
  `insert into purchases (number, supplier, branch, state, created_at, sent_at, closed_at, answer_due_at)
  select 'P' || to_char(day, 'YY') || '-' || lpad(nextval('purchase_numbers')::text, 5, '0'), supplier, branch,
    case when is_draft then 'draft' when open > 0 then 'sent' else 'closed' end, day,
    case when not is_draft then day + interval '13 hours' end,
    case when not is_draft and open = 0 then day + interval '3 days' end, day + interval '37 hours'
  from (
    select supplier, branch, day, day = max(day) over (partition by supplier, branch) and open = pieces as is_draft, open
    from (select supplier, branch, day, count(*) filter (where stage = 'ordered') as open, count(*) as pieces
      from seed_purchased group by 1, 2, 3) days
  ) planned order by day, supplier, branch`,
  `insert into purchase_lines (purchase_id, tire_id, supplier_sku, ean, cost_net, ordered, confirmed, refused, received, owed, confirmed_at, expected_on)
  select p.id, l.tire_id, min(l.supplier_sku), min(l.ean), min(l.cost_net), sum(l.count),
    case when p.state = 'draft' or p.state = 'sent' and p.id % 4 = 0 then coalesce(sum(l.count) filter (where l.stage = 'here'), 0)
      else coalesce(sum(l.count) filter (where l.stage <> 'missing'), 0) end,
    coalesce(sum(l.count) filter (where l.stage = 'missing'), 0), coalesce(sum(l.count) filter (where l.stage = 'here'), 0),
    coalesce(sum(l.count) filter (where l.stage = 'ordered'), 0),
    case when p.state <> 'draft' then p.sent_at + interval '2 hours' end, case when p.state <> 'draft' then p.created_at::date + 3 end
  from seed_purchased l join purchases p on p.supplier = l.supplier and p.branch = l.branch and p.created_at::date = l.day
  group by p.id, l.tire_id`,
  `insert into purchase_for (line_id, order_id, position, count, received)
  select pl.id, l.n, l.position, l.count, case when l.stage = 'here' then l.count else 0 end
  from seed_purchased l join purchases p on p.supplier = l.supplier and p.branch = l.branch and p.created_at::date = l.day
  join purchase_lines pl on pl.purchase_id = p.id and pl.tire_id = l.tire_id
  where l.stage <> 'missing'`,
  `insert into transfers (order_id, position, tire_id, from_branch, to_branch, count, state, requested_at, sent_at, sent_by, arrived_at, arrived_by)
  select l.n, l.position, l.tire_id, o.other_branch, o.branch, l.count,
    case l.stage when 'here' then 'arrived' else l.stage end, o.at, case when l.stage <> 'requested' then o.at + interval '2 hours' end,
    case when l.stage <> 'requested' then 'branch:' || o.other_branch end,
    case when l.stage = 'here' then o.ready_at end, case when l.stage = 'here' then 'branch:' || o.branch end
  from seed_lines l join seed_orders o using (n)
  where o.source = 'other' and o.status in ('completed', 'ready', 'confirmed')`,
];

export const stockCounts = [
  `update stock s set held = s.held + h.held, sold = s.sold + h.sold, on_hand = s.on_hand + h.held + h.sold
  from (select tire_id, place, coalesce(sum(count) filter (where state = 'held'), 0) as held,
    coalesce(sum(count) filter (where state = 'sold'), 0) as sold
    from stock_holds where state in ('held', 'sold') group by 1, 2) h
  where h.tire_id = s.tire_id and h.place = s.place`,
  `update stock s set owed = o.owed, on_hand = on_hand + o.owed
  from (select l.tire_id, 'supplier:' || p.supplier as place, sum(l.owed) as owed from purchase_lines l
    join purchases p on p.id = l.purchase_id group by 1, 2) o
  where o.owed > 0 and o.tire_id = s.tire_id and o.place = s.place`,
  `select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))`,
];
