-- When the shop forgot how to reach an order's buyer, and what he wrote; later, when the law asks for it no longer, who
-- he was. What was forgotten is empty from then on; numbers, tires and amounts stay.
alter table orders
  add column contact_erased_at timestamptz,
  add column name_erased_at    timestamptz,
  add constraint orders_contact_erased check (
    contact_erased_at is null
    or email = '' and phone = '' and plate is null and note = '' and client_address is null and device_id is null),
  add constraint orders_name_erased check (
    name_erased_at is null or contact_erased_at is not null and name = '' and company is null);

-- Those that may be due one night. An order comes here when it is closed: placing one writes nothing here.
create index orders_to_forget on orders (id)
where name_erased_at is null and status in ('completed', 'cancelled', 'expired');

-- When a letter that had to wait was found to be true no more, or to have nobody to go to: it is never sent.
alter table letters add column dropped_at timestamptz;
