-- How many files the content of a space has and how large they are, for administrators who look for what fills a disk.
create table file_sums (
  space_id text primary key references spaces on delete cascade,
  -- The root of the revision that was looked at, and the map of files in it; null is none.
  root text,
  map text,
  files integer not null,
  bytes bigint not null
);
