/** Hours of fitting in the demonstration shop: opening hours, its exceptions, and Saturdays by booking at Ringtee. */
export const fittingHours = `
  select b.id, case
    when d.day in ('2026-12-24', '2026-12-25', '2027-01-01', '2027-02-24') then null
    when d.day = '2026-12-31' then numrange(9, 14)
    when d.weekday between 1 and 5 then numrange(9, 18)
    when d.weekday = 6 and b.branch = 'ringtee' then numrange(10, 15) end as hours,
    extract(hour from d.starts) + extract(minute from d.starts) / 60.0 as starts,
    extract(hour from d.ends) + extract(minute from d.ends) / 60.0 as ends
  from fitting_bookings b
  cross join lateral (select starts_at at time zone 'Europe/Tallinn' as starts, ends_at at time zone 'Europe/Tallinn' as ends,
    (starts_at at time zone 'Europe/Tallinn')::date as day, extract(isodow from starts_at at time zone 'Europe/Tallinn') as weekday) d`;

const bays = `values ('ringtee', 1, 22, true), ('ringtee', 2, 19, false), ('ringtee', 3, 22, true),
  ('annelinn', 1, 20, true), ('annelinn', 2, 18, false)`;

/** Each query selects violations about appointments, independent of the shop's code. `fitting_hours`: the query `fittingHours`. */
export const fittingInvariants: Record<string, string> = {
  'an appointment that is still to be done belongs to an open order that is fitted at its branch': `
    select o.number || ' ' || o.status || ' ' || o.branch || ': ' || b.state || ' at ' || b.branch
    from fitting_bookings b join orders o on o.id = b.order_id
    where b.state in ('booked', 'arrived') and (o.status not in ('awaiting_payment', 'confirmed', 'ready')
      or o.branch <> b.branch or o.fulfilment <> 'fitting')`,
  'an appointment whose vehicle has not come is for the tires of its order': `
    select o.number || ': ' || b.wheels || ' of ' || l.wheels || ', ' || b.rim || ' of ' || l.rim
    from fitting_bookings b join orders o on o.id = b.order_id
    join (select order_id, sum(count) as wheels, max(diameter) as rim from order_lines join tires on tires.id = tire_id
      where count > 0 group by 1) l on l.order_id = o.id
    where b.state = 'booked' and (b.wheels <> l.wheels or b.rim <> l.rim)`,
  'no bay has two appointments at once': `
    select a.branch || ' ' || a.bay || ' ' || a.starts_at from fitting_bookings a join fitting_bookings b
      on b.branch = a.branch and b.bay = a.bay and b.id < a.id and b.starts_at < a.ends_at and a.starts_at < b.ends_at
    where a.state in ('booked', 'arrived', 'done') and b.state in ('booked', 'arrived', 'done')`,
  'an appointment is within the hours or an opened time, on a quarter of an hour': `
    select b.branch || ' ' || b.starts_at from fitting_bookings b join fitting_hours h on h.id = b.id
    where b.state in ('booked', 'arrived') and (extract(minute from b.starts_at)::integer % 15 <> 0
      or not coalesce(h.hours @> h.starts and h.ends <= upper(h.hours), false)
        and not exists (select from fitting_blocks o where o.opens and o.branch = b.branch and coalesce(o.bay, b.bay) = b.bay
          and o.starts_at < b.ends_at and b.starts_at < o.ends_at))`,
  'a bay has only jobs that it can do': `
    select b.branch || ' ' || b.bay || ': ' || b.vehicle || ' ' || b.rim from fitting_bookings b
    join (${bays}) as known(branch, bay, max_rim, vans) on known.branch = b.branch and known.bay = b.bay
    where b.state in ('booked', 'arrived') and (b.rim > known.max_rim or b.vehicle = 'van' and not known.vans)`,
  'an unpaid order that is paid at the branch holds its tires until the end of the day of its appointment': `
    select o.number || ': ' || o.held_until from fitting_bookings b join orders o on o.id = b.order_id
    where b.state in ('booked', 'arrived') and o.payment_method = 'pay_at_branch'
      and not exists (select from payments p where p.order_id = o.id and p.state = 'paid')
      and (o.held_until at time zone 'Europe/Tallinn')::date < (b.starts_at at time zone 'Europe/Tallinn')::date`,
  'only a booking without an order has a duration and a price that were agreed: quarters of an hour up to four hours': `
    select branch || ' ' || starts_at || ' to ' || ends_at from fitting_bookings
    where price_cents is null and (order_id is not null or ends_at - starts_at > interval '4 hours'
      or extract(epoch from ends_at - starts_at)::integer % 900 <> 0)`,
};
