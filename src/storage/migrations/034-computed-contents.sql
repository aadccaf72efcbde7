-- Content with its computed pages, for who reads it. It follows from a revision and from what describes its computed
-- pages, so a row may go at any time: whoever needs it works it out again.
create table computed_contents (
  space_id text not null references spaces on delete cascade,
  -- The root of a revision.
  source text not null,
  -- The versions of the descriptions that it was made of.
  described_by text not null,
  root text not null,
  -- The slugs of these descriptions, also of those that are not there.
  specs text[] not null,
  created_at timestamptz not null,
  primary key (space_id, source)
);
create index computed_contents_by_spec on computed_contents using gin (specs);
