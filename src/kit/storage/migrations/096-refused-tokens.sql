-- Tokens of people that an organization does not want: they lead everywhere else as before.
create table refused_tokens (
  token_id text not null references api_tokens on delete cascade,
  organization_id text not null references organizations on delete cascade,
  refused_at timestamptz not null,
  primary key (token_id, organization_id)
);
create index refused_tokens_by_organization on refused_tokens (organization_id);
