-- Null: the lists do not say whether a tire has the mark 3PMSF. The next import of a list tells it from "no".
alter table tires alter column snow drop not null;
alter table tire_sources alter column snow drop not null;
alter table import_sources alter column snow drop not null;
