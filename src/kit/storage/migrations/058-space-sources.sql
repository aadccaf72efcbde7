-- Spaces that were made of a folder or a zip file, so that publishing that again brings them up to date.
create table space_sources (
  space_id text primary key references spaces on delete cascade,
  -- The real path, as the machine that read it names it.
  path text not null,
  -- What was made of it last: edits since are told by their difference to it.
  revision_id text not null references revisions on delete cascade,
  updated_at timestamptz not null
);
create index space_sources_by_path on space_sources (path);
create index space_sources_by_revision on space_sources (revision_id);
