-- Sources as they were, column by column: as JSON, writing them took a tenth of an import of known tires. A column that
-- tire_sources gets, this table gets too, in the same order.
alter table import_sources rename to import_sources_json;
drop index import_sources_of_import;
create table import_sources (
  import_id bigint not null references imports on delete cascade,
  like tire_sources
);
insert into import_sources
select import_id, (json_populate_record(null::tire_sources, before)).* from import_sources_json;
drop table import_sources_json;
create index import_sources_of_import on import_sources (import_id);
