-- One row: where the catalogue comes from. demonstration: filled with the demonstration price list, which the
-- first real import replaces.
create table catalogue_state (
  id            boolean primary key default true check (id),
  demonstration boolean not null default false
);

insert into catalogue_state default values;
