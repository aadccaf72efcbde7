-- A change of an e-mail address that waits until both addresses confirmed it. At most one for each person.
create table email_changes (
  user_id text primary key references users on delete cascade,
  email text not null,
  confirmed_at timestamptz,
  approved_at timestamptz,
  created_at timestamptz not null
);
