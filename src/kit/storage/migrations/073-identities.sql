-- Accounts of people at identity providers, by which they sign in here.
create table identities (
  id text primary key,
  user_id text not null references users on delete cascade,
  issuer text not null,
  -- What the issuer calls them, for good. Addresses change, and are given to others.
  subject text not null,
  -- The address there when it was linked, for people to tell their accounts apart.
  email text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint identities_by_subject unique (issuer, subject)
);
create index identities_by_user on identities (user_id);
