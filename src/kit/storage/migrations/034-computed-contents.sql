-- Content as it is read: with its computed pages; and of a translated space, with pages of its source in place of those
-- that are not translated yet. It follows from what is there, so a row may go at any time: whoever needs it works it out
-- again.
create table computed_contents (
  space_id text not null references spaces on delete cascade,
  kind text not null check (kind in ('pages', 'fallbacks')),
  -- The root that it was made of.
  source text not null,
  -- What else it was made of: versions of descriptions, or the root of the other space.
  described_by text not null,
  root text not null,
  -- The slugs of these descriptions, also of those that are not there.
  specs text[] not null,
  created_at timestamptz not null,
  primary key (space_id, kind, source)
);
create index computed_contents_by_spec on computed_contents using gin (specs);
