-- The mailbox behind `email` (shop/checkout/mailbox.server.ts), by which unpaid orders are counted; forgotten with
-- `client_address`, which is now kept for a day after the order was placed even if it closes sooner.
alter table orders add column mailbox text;
alter table orders add constraint orders_mailbox_erased check (contact_erased_at is null or mailbox is null);

-- Those that still count. Their addresses are ASCII: the form took no others.
update orders set mailbox = case
  when domain in ('gmail.com', 'googlemail.com') then replace(untagged, '.', '') || '@gmail.com'
  else untagged || '@' || domain end
from (
  select id as order_id, split_part(lower(email), '@', 2) as domain,
    coalesce(nullif(split_part(split_part(lower(email), '@', 1), '+', 1), ''), split_part(lower(email), '@', 1)) as untagged
  from orders
  where email <> '' and (status in ('awaiting_payment', 'confirmed', 'ready') or placed_at > now() - interval '1 day')
) as counted
where id = order_id;

create index orders_by_mailbox on orders (mailbox) where mailbox is not null;
create index orders_by_address on orders (client_address) where client_address is not null;
drop index orders_open_by_email, orders_open_by_address;
