-- Directories say by SCIM who belongs to an organization.
create table scim_tokens (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  label text not null,
  -- SHA-256 of the token.
  hash bytea not null unique,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index scim_tokens_of_organization on scim_tokens (organization_id, id);
create index scim_tokens_by_creator on scim_tokens (created_by);

-- Not bound to a membership: whoever has to accept first has none yet.
create table scim_users (
  organization_id text not null references organizations on delete cascade,
  user_id text not null references users on delete cascade,
  user_name text not null,
  external_id text,
  given_name text,
  family_name text,
  display_name text,
  is_pending boolean not null,
  is_managed boolean not null,
  waiting_teams text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, user_id)
);
create unique index scim_users_user_name_key on scim_users (organization_id, lower(user_name));
create index scim_users_by_external_id on scim_users (organization_id, external_id);
create index scim_users_by_user on scim_users (user_id);

-- Teams that a directory made; it sees no others.
create table scim_groups (
  organization_id text not null,
  team_id text not null,
  external_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, team_id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade
);
