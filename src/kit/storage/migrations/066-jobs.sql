-- The job queue, in a table of our own. It takes over what waits in the schema of pg-boss, where there is one.
create table jobs (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  payload jsonb not null,
  -- A job is not sent again while one of the same name and key waits for its first attempt.
  key text,
  -- Empty where it is not about an organization, or about one that is not known.
  organization_id text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'failed')),
  -- Organizations take turns at the jobs of one name: the lowest turn goes first, then the lowest position.
  turn integer not null default 1,
  position bigint generated always as identity,
  start_after timestamptz not null default now(),
  attempts integer not null default 0,
  max_attempts integer not null default 6,
  -- The last attempt ended with its process. The next one runs in a process of its own.
  lost_its_process boolean not null default false,
  -- Of a running job: drawn anew by each claim, and renewed by the process that has it.
  lease uuid,
  leased_until timestamptz,
  error text,
  created_at timestamptz not null default now(),
  failed_at timestamptz(3)
);
create unique index jobs_by_key on jobs (name, key) where state = 'waiting' and attempts = 0;
create index jobs_waiting on jobs (name, turn, position) where state = 'waiting';
create index jobs_of_organizations on jobs (name, organization_id, turn) where state = 'waiting';
-- Without `leased_until`, so that renewing a lease changes no index.
create index jobs_running on jobs (id) where state = 'running';
create index jobs_failed on jobs (failed_at, id) where state = 'failed';

-- The last minute for which a job of the timetable was sent, by whichever process came first.
create table scheduled_jobs (
  name text primary key,
  sent_for timestamptz not null
);

do $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  -- A process of the release before may still send.
  lock table pgboss.job in access exclusive mode;

  -- Whoever had an active job is gone, or goes now: it is tried again, in a process of its own.
  insert into jobs (id, name, payload, key, organization_id, state, turn, start_after, attempts, max_attempts,
    lost_its_process, error, created_at, failed_at)
  select id, name, coalesce(data, '{}'), singleton_key, organization_id, new_state,
    row_number() over (partition by name, organization_id, new_state order by created_on, id),
    start_after, case when state = 'created' then 0 else retry_count + 1 end, retry_limit + 1,
    state = 'active' or coalesce(error, '') in (
      'the process of the job is gone',
      'job failed by timeout in active state'
    ),
    error, created_on, case when state = 'failed' then coalesce(completed_on, now()) end
  from (
    select old.*,
      case when old.state = 'failed' then 'failed' else 'waiting' end as new_state,
      coalesce(old.output -> 'value' ->> 'message', old.output ->> 'message') as error,
      coalesce(old.data ->> 'organizationId', space.organization_id, '') as organization_id
    from pgboss.job old left join spaces space on space.id = old.data ->> 'spaceId'
    where old.state in ('created', 'retry', 'active', 'failed')
  ) kept
  order by created_on, id
  on conflict do nothing;

  -- What was sent this minute is not sent twice.
  insert into scheduled_jobs (name, sent_for)
  select name, max(singleton_on at time zone 'utc') from pgboss.job where singleton_on is not null group by name;

  drop schema pgboss cascade;
end $$;

drop table claimed_jobs;
drop sequence job_processes;
