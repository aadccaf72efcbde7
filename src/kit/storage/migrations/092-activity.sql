-- Pages that somebody opened lately; the newest of each person are kept.
create table recent_pages (
  user_id text not null references users on delete cascade,
  space_id text not null references spaces on delete cascade,
  page_id text not null,
  opened_at timestamptz not null,
  primary key (user_id, space_id, page_id)
);
create index recent_pages_of_space on recent_pages (space_id);

-- Who is on which page or change request at this moment: one row for each open stream, seen again and again.
create unlogged table presences (
  id text primary key,
  user_id text not null references users on delete cascade,
  space_id text not null references spaces on delete cascade,
  page_id text,
  change_request integer,
  is_editing boolean not null,
  seen_at timestamptz not null
);
create index presences_of_space on presences (space_id);
create index presences_of_user on presences (user_id);
