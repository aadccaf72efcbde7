-- Settings that every process on this database shares: keys that sign cursors, for one.
create table instance_settings (
  name text primary key,
  value bytea not null
);

create table users (
  id text primary key,
  email text not null,
  display_name text not null,
  photo_url text,
  is_administrator boolean not null default false,
  created_at timestamptz not null
);
create unique index users_email_key on users (lower(email));

create table api_tokens (
  id text primary key,
  user_id text not null references users on delete cascade,
  label text not null,
  -- SHA-256 of the token. Tokens are random and long, so a fast hash is enough.
  hash bytea not null constraint api_tokens_hash_key unique,
  -- Set from the configuration (QUIRE_ADMIN_TOKEN), and replaced when that changes.
  is_configured boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_tokens_of_user on api_tokens (user_id, id);

create table organizations (
  id text primary key,
  title text not null,
  email_domains text[] not null default '{}',
  hostname text constraint organizations_hostname_key unique,
  type text not null default 'business',
  use_case text,
  community_type text,
  default_role text,
  default_content jsonb,
  logo text,
  sso boolean not null default false,
  ai boolean not null default false,
  invite_links boolean not null default true,
  merge_rules jsonb not null default '{"type": "none"}',
  created_at timestamptz not null
);
create index organizations_by_email_domain on organizations using gin (email_domains);

create table members (
  organization_id text not null references organizations on delete cascade,
  user_id text not null references users on delete cascade,
  -- Null is a guest.
  role text check (role in ('read', 'comment', 'edit', 'review', 'create', 'admin')),
  disabled boolean not null default false,
  sso boolean not null default false,
  joined_at timestamptz not null,
  last_seen_at timestamptz,
  primary key (organization_id, user_id)
);
create index members_of_user on members (user_id, organization_id);
create index members_by_joined_at on members (organization_id, joined_at, user_id);
create index members_by_last_seen_at on members (organization_id, last_seen_at, user_id)
  where last_seen_at is not null;

create table teams (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  title text not null,
  created_at timestamptz not null,
  unique (organization_id, id)
);

create table team_members (
  organization_id text not null,
  team_id text not null,
  user_id text not null,
  role text not null check (role in ('owner', 'member')),
  joined_at timestamptz not null,
  primary key (organization_id, team_id, user_id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade,
  -- Who leaves the organization leaves its teams.
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index team_members_of_user on team_members (organization_id, user_id, team_id);

create table invite_links (
  -- The id is the secret that opens the door: whoever knows it may join.
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  role text check (role in ('read', 'comment', 'edit', 'review', 'create', 'admin')),
  created_by text references users on delete set null,
  created_at timestamptz not null
);
create index invite_links_of_organization on invite_links (organization_id, created_at, id);

-- What happened, written in the transaction that made it happen.
create table events (
  id text primary key,
  organization_id text,
  actor_id text,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null
);
create index events_of_organization on events (organization_id, id);

-- Answers of POST requests that carried an Idempotency-Key, kept for 24 hours.
create table idempotency_keys (
  token_id text not null,
  key text not null,
  fingerprint bytea not null,
  -- Null while the first request is under way; others wait for its commit.
  status int,
  headers jsonb,
  answer bytea,
  created_at timestamptz not null,
  primary key (token_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
