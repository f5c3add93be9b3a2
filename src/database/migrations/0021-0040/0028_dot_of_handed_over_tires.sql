-- The DOT codes of tires that were handed over, as an employee read them off: they help when a tire is complained about.
alter table handlings add column dot text check (dot is null or (length(dot) between 1 and 100 and kind = 'handed_over'));
