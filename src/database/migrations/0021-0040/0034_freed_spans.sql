-- Times that an opened lane or a removed block makes free: from `starts_at` to `ends_at`, in one bay or with a null bay in every bay.
-- Without an end it is the start of a booking that ended.
alter table freed_times add column bay smallint, add column ends_at timestamptz check (ends_at > starts_at);
