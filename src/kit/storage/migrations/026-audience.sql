-- Who a site is for. Keys that admins see again are sealed with the key of the installation, which no table holds.
create table share_links (
  id text primary key,
  site_id text not null references sites on delete cascade,
  name text not null,
  is_active boolean not null default true,
  -- SHA-256 of the key in the address, to find the link by. Keys are random and long, so a fast hash is enough.
  key_hash bytea not null constraint share_links_key_hash_key unique,
  sealed_key text not null,
  created_at timestamptz not null
);
create index share_links_of_site on share_links (site_id, id);

-- What the tokens of visitors are signed with, and where visitors without a good one are sent.
create table site_publishing_auth (
  site_id text primary key references sites on delete cascade,
  sealed_key text not null,
  backend text not null default 'custom' check (backend in ('custom', 'integration')),
  integration text,
  fallback_url text
);

create table site_adaptive_schemas (
  site_id text primary key references sites on delete cascade,
  -- Not jsonb: conditions are suggested in the order in which claims were declared.
  json_schema json not null,
  updated_at timestamptz not null
);
