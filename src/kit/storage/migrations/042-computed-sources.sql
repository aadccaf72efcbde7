-- What scripts of integrations computed for the pages of a space that stand for theirs: kept until it is computed anew.
create table computed_sources (
  space_id text not null references spaces on delete cascade,
  -- The hash of what it is asked with.
  key text not null,
  integration text not null,
  -- What it was computed with: the script, its configuration, and what it depends on.
  described_by text not null,
  -- What it depends on, as in `openapi pets` or `space 01kx…`.
  depends_on text[] not null,
  pages json not null,
  -- The hash of the pages.
  version text not null,
  -- Why the pages are not those that they should be.
  problem text,
  computed_at timestamptz not null,
  primary key (space_id, key)
);
create index computed_sources_by_integration on computed_sources (integration);
create index computed_sources_by_dependency on computed_sources using gin (depends_on);
