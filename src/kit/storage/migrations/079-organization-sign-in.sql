-- Identity providers of an organization, by SAML or by OpenID Connect.
create table sso_providers (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  kind text not null check (kind in ('saml', 'oidc')),
  label text not null,
  -- Entity id of a SAML provider, issuer of one of OpenID Connect. Empty while it is not known.
  issuer text not null,
  -- Of SAML: where people are sent, and what answers are signed with.
  sso_url text not null default '',
  certificate text not null default '',
  -- Of OpenID Connect; the secret is sealed by the vault.
  client_id text not null default '',
  client_secret text,
  -- What newcomers get.
  default_team_id text,
  default_role text,
  created_at timestamptz not null,
  foreign key (organization_id, default_team_id) references teams (organization_id, id) on delete set null (default_team_id)
);
create index sso_providers_of_organization on sso_providers (organization_id, id);
create index sso_providers_by_team on sso_providers (organization_id, default_team_id);

-- Whom providers of an organization signed in last, and when: what tokens and mails of members follow from.
create table sso_members (
  organization_id text not null,
  user_id text not null,
  provider_id text not null references sso_providers on delete cascade,
  signed_in_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references members (organization_id, user_id) on delete cascade
);
create index sso_members_by_provider on sso_members (provider_id);

-- Browsers in which a provider signed somebody in.
create table sso_sessions (
  session_id text not null references sessions on delete cascade,
  organization_id text not null references organizations on delete cascade,
  provider_id text not null references sso_providers on delete cascade,
  expires_at timestamptz not null,
  primary key (session_id, organization_id)
);
create index sso_sessions_by_organization on sso_sessions (organization_id);
create index sso_sessions_by_provider on sso_sessions (provider_id);

-- Tokens that were made in such a browser.
create table sso_tokens (
  token_id text not null references api_tokens on delete cascade,
  organization_id text not null references organizations on delete cascade,
  primary key (token_id, organization_id)
);
create index sso_tokens_by_organization on sso_tokens (organization_id);

-- Began at a provider of an organization: good for the organizations above, and for nothing else of the account.
alter table sessions add column is_limited boolean not null default false;
alter table api_tokens add column is_limited boolean not null default false;

-- Assertions that were taken, until they would be refused for their age.
create table saml_assertions (
  provider_id text not null references sso_providers on delete cascade,
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (provider_id, hash)
);
create index saml_assertions_by_expiry on saml_assertions (expires_at);
