-- People sign in with something of their own instead of an API token.
alter table users
  add column email_verified_at timestamptz,
  add column suspended_at timestamptz,
  add column last_signed_in_at timestamptz,
  add column last_signed_in_by text,
  add column language text,
  add column theme text;

-- What a token is limited to; null: it may do all that its owner may.
alter table api_tokens add column scopes text[];

create table passwords (
  user_id text primary key references users on delete cascade,
  -- A PHC string: the parameters are part of it.
  hash text not null,
  changed_at timestamptz not null
);

-- A browser in which somebody is signed in. Those by a pasted token end with it.
drop table sessions;
create table sessions (
  id text primary key,
  hash bytea not null unique,
  user_id text not null references users on delete cascade,
  token_id text references api_tokens on delete cascade,
  methods text[] not null,
  -- When the person last proved who they are.
  authenticated_at timestamptz not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  user_agent text not null,
  address text not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_token on sessions (token_id);
create index sessions_by_age on sessions (last_seen_at);

-- Links that let somebody do one thing once: set up the installation, accept an invitation, choose a new password.
create table one_time_links (
  hash bytea primary key,
  purpose text not null,
  user_id text references users on delete cascade,
  details jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_links_by_user on one_time_links (user_id, purpose);
create index one_time_links_by_expiry on one_time_links (expires_at);

-- Failed sign-ins by account, by network and in all.
create table sign_in_attempts (
  key text primary key,
  failures int not null,
  last_at timestamptz not null
);
create index sign_in_attempts_by_age on sign_in_attempts (last_at);

-- Accounts there were before were made by administrators, who vouch for their addresses.
update users set email_verified_at = created_at;
