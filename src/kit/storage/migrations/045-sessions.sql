-- Browsers in which somebody pasted a token. What they keep is a secret of its own, which ends with the token.
create table sessions (
  hash bytea primary key,
  token_id text not null references api_tokens on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_token on sessions (token_id);
create index sessions_by_expiry on sessions (expires_at);
