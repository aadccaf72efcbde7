-- Who does a piece of work that only one process may do at a time, and until when. Whoever works renews it; a process
-- that dies loses it after some seconds.
create table leases (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);

-- Indexes are brought up to date in steps that commit. These are the roots that steps were made towards since the index
-- last described one as a whole: what they hold may be in it already.
alter table link_indexes add column pending text[] not null default '{}';
alter table search_indexes add column pending text[] not null default '{}';
