-- A touch gives a session another secret. What the same browser sent just before still has the earlier one.
alter table desk_sessions add column earlier_hash bytea, add column earlier_until timestamptz;
create index desk_sessions_earlier on desk_sessions (earlier_hash) where earlier_hash is not null;
