-- Where pages stood before they were renamed or moved. A place is a slug below a page, not a whole path: so a page that
-- moves with ten thousand below it leaves one row, and a path is followed from the top down, one place after the other.
create table former_place_indexes (
  space_id text primary key references spaces on delete cascade,
  -- The last revision of the space that was looked at.
  revision_id text collate "C"
);

create table former_places (
  space_id text not null references former_place_indexes on delete cascade,
  -- The page above; empty at the top.
  parent_id text collate "C" not null,
  slug text collate "C" not null,
  -- Content has no foreign keys: it may be gone, and is then only on the way to pages that are not.
  page_id text collate "C" not null,
  -- The revision in which it stood elsewhere. Ids sort by time: who left last comes first.
  revision_id text collate "C" not null,
  primary key (space_id, parent_id, slug, page_id)
);
