-- Addresses at which employees subscribe to the fitting times of a branch in their calendars.
create table fitting_feeds (
  id bigint generated always as identity primary key,
  branch text not null,
  -- SHA-256 of the secret in the address.
  token_hash bytea not null unique,
  created_at timestamptz not null,
  created_by text not null,
  revoked_at timestamptz
);
