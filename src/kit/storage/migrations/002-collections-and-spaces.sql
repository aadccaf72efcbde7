-- Collections hold spaces and collections. Siblings of both kinds share one order: by position, a text that always
-- has room for another one in between.
create table collections (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  parent_id text,
  -- Ids of the collections above, outermost first; kept in step by moves.
  ancestors text[] not null default '{}',
  position text collate "C" not null,
  title text not null,
  description text,
  -- A role, null, or 'inherit'.
  default_level text check (default_level in ('read', 'comment', 'edit', 'review', 'create', 'admin', 'inherit')),
  created_at timestamptz not null,
  unique (organization_id, id),
  foreign key (organization_id, parent_id) references collections (organization_id, id)
);
create index collections_in_order on collections (organization_id, parent_id, position);
create index collections_by_ancestor on collections using gin (ancestors);

create table spaces (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  parent_id text,
  ancestors text[] not null default '{}',
  position text collate "C" not null,
  title text not null,
  emoji text not null,
  visibility text not null default 'private',
  edit_mode text not null default 'live' check (edit_mode in ('live', 'locked')),
  default_level text check (default_level in ('read', 'comment', 'edit', 'review', 'create', 'admin', 'inherit')),
  merge_rules jsonb not null default '{"type": "inherit"}',
  language text,
  -- The revision its readers see.
  revision_id text not null,
  -- Kept true by whoever opens, changes or closes what they count.
  comments int not null default 0,
  change_requests int not null default 0,
  change_requests_open int not null default 0,
  change_requests_draft int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  unique (organization_id, id),
  foreign key (organization_id, parent_id) references collections (organization_id, id)
);
create index spaces_in_order on spaces (organization_id, parent_id, position);
create index spaces_by_ancestor on spaces using gin (ancestors);

-- A level on a collection or a space, given to a person or a team.
create table grants (
  organization_id text not null,
  space_id text,
  collection_id text,
  user_id text,
  team_id text,
  level text not null check (level in ('read', 'comment', 'edit', 'review', 'create', 'admin')),
  created_at timestamptz not null,
  check (num_nonnulls(space_id, collection_id) = 1),
  check (num_nonnulls(user_id, team_id) = 1),
  foreign key (organization_id, space_id) references spaces (organization_id, id) on delete cascade,
  foreign key (organization_id, collection_id) references collections (organization_id, id) on delete cascade,
  -- Who leaves the organization, or the team that is deleted, takes all its grants along.
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade
);
create unique index grants_space_user on grants (space_id, user_id) where space_id is not null and user_id is not null;
create unique index grants_space_team on grants (space_id, team_id) where space_id is not null and team_id is not null;
create unique index grants_collection_user on grants (collection_id, user_id)
  where collection_id is not null and user_id is not null;
create unique index grants_collection_team on grants (collection_id, team_id)
  where collection_id is not null and team_id is not null;
create index grants_of_user on grants (organization_id, user_id) where user_id is not null;
create index grants_of_team on grants (organization_id, team_id) where team_id is not null;

-- Links may also invite to one space or collection.
alter table invite_links add column space_id text, add column collection_id text,
  add foreign key (organization_id, space_id) references spaces (organization_id, id) on delete cascade,
  add foreign key (organization_id, collection_id) references collections (organization_id, id) on delete cascade;

-- A link lives as long as its maker's membership: who was removed must not come back through their own door.
alter table invite_links drop constraint invite_links_created_by_fkey,
  add foreign key (organization_id, created_by) references members (organization_id, user_id) on delete cascade;
