-- Which revisions of a space are about which page: so that the history of a page costs what is shown of it, and not what
-- else happened in the space. It follows every change, and is made again where it is missing.
create table history_indexes (
  space_id text primary key references spaces on delete cascade,
  -- The last revision that is in it, and how many there are.
  revision_id text collate "C",
  length int not null default 0
);

-- The chain of first parents, counted from the oldest revision on.
create table history_steps (
  space_id text not null references history_indexes on delete cascade,
  place int not null,
  revision_id text collate "C" not null,
  primary key (space_id, place),
  unique (space_id, revision_id)
);

-- Content has no foreign keys: a page may be gone, and its history tells when.
create table history_pages (
  space_id text not null references history_indexes on delete cascade,
  page_id text collate "C" not null,
  place int not null,
  primary key (space_id, page_id, place)
);
