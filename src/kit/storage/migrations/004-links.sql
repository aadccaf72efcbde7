-- The links of the pages that the readers of a space see. What is asked backwards is kept here; it follows from the
-- content, and is brought up to date by the difference between two revisions.
create table link_indexes (
  space_id text primary key references spaces on delete cascade,
  -- The root of the content it describes; null holds nothing.
  root text collate "C"
);

create table page_links (
  space_id text not null references link_indexes on delete cascade,
  page_id text not null,
  at int not null,
  use text not null,
  -- As it is written.
  target text not null,
  kind text collate "C" not null check (kind in ('page', 'file', 'reusable', 'outside', 'nothing')),
  -- The page, file or reusable content; the path at which there is nothing; the address outside.
  target_id text collate "C" not null,
  fragment text,
  primary key (space_id, page_id, at)
);
create index page_links_by_target on page_links (space_id, kind, target_id);
