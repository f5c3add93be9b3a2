-- What employees write down about an order. It may contain personal data, so it is erased with the contact data of the buyer.
create table order_notes (
  id       bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  at       timestamptz not null,
  actor    text not null,
  text     text not null check (text <> '')
);
create index order_notes_of_order on order_notes (order_id, id);

-- The home screen of a branch: orders that need a person, and those of the website since the morning.
create index orders_to_review on orders (branch) where review is not null;
create index orders_of_website on orders (branch, placed_at) where channel = 'web';
create index withdrawals_open on withdrawals (order_id) where handled_at is null;
create index purchases_open on purchases (branch) where state <> 'closed';

-- Tires by EAN and size, also those that are not on sale.
create index tires_by_ean on tires (ean) where ean is not null;
create index tires_by_size on tires (tread_width, profile, diameter);
