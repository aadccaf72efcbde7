-- Which version of an API description is in the index for a page that shows something of it: so that the page is read
-- again when there is another. The index is made anew in the background, as nobody knows that of what is in it.
truncate search_indexes cascade;
create table search_specs (
  space_id text not null references search_indexes on delete cascade,
  page_id text not null,
  spec text not null,
  -- None while there is no such description.
  version text,
  primary key (space_id, page_id, spec)
);
create index search_specs_by_spec on search_specs (spec);
