-- What pages show beside their own texts, so that they are read again when that changes: reusable contents, includes that
-- lead to nothing, variables. The index is made anew in the background, as nobody knows that of what is in it.
truncate search_indexes cascade;
create table search_parts (
  space_id text not null references search_indexes on delete cascade,
  page_id text not null,
  kind text not null,
  -- Of a reusable content.
  part_id text not null,
  primary key (space_id, page_id, kind, part_id)
);
create index search_parts_by_part on search_parts (space_id, kind, part_id);
