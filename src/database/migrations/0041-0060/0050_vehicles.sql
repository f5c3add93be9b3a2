-- The owner's list of cars and their tire sizes. An import replaces all rows; without rows the shop offers no search by car.
create table vehicle_fitments (
  id integer generated always as identity primary key,
  make text not null,
  model text not null,
  generation text not null,
  from_year smallint,
  to_year smallint,
  engine text not null,
  kw smallint,
  -- Sizes as on the sidewall, without load and speed: 225/45 R18.
  front_size text not null,
  front_load text,
  front_speed text,
  front_xl boolean not null,
  -- Null: the same tires on both axles.
  rear_size text,
  rear_load text,
  rear_speed text,
  rear_xl boolean not null,
  oem boolean not null,
  winter boolean not null,
  note text not null,
  check (rear_size is not null or (rear_load is null and rear_speed is null and not rear_xl))
);

create index vehicle_fitments_of_model on vehicle_fitments (make, model);
