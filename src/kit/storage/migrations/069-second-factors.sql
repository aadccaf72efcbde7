-- What people sign in with beside a password: codes of an app, recovery codes and passkeys.
create table totp_secrets (
  user_id text primary key references users on delete cascade,
  -- Sealed by the vault.
  secret text not null,
  created_at timestamptz not null,
  -- Null until the person entered a first code.
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was accepted: no code works twice.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id text not null references users on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

create table passkeys (
  -- The credential id that the authenticator chose.
  id bytea primary key,
  user_id text not null references users on delete cascade,
  public_key bytea not null,
  -- Counts uses. Authenticators that sync between devices leave it at 0.
  counter bigint not null,
  transports text[] not null,
  label text not null,
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);
