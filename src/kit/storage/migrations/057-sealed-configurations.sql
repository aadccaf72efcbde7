-- What is filled in for an installation is often a key of another service: from here on it is sealed. SQL cannot seal
-- what is there already; the next start does, and clears the old columns.
alter table integration_installations
  add column sealed_configuration text,
  alter column configuration drop not null,
  alter column configuration drop default;
alter table integration_placements
  add column sealed_configuration text,
  alter column configuration drop not null,
  alter column configuration drop default;

-- The configuration before a change, which scripts are told of, without the rest of the event.
alter table integration_deliveries add column sealed_previous text;
update integration_deliveries set payload = payload #- '{previous,configuration}'
where payload->'previous' ? 'configuration';

-- Installations as they were when something happened to them, for the job that tells their scripts.
create table integration_snapshots (
  id text collate "C" primary key,
  integration text collate "C" not null references integrations on delete cascade,
  organization_id text not null references organizations on delete cascade,
  sealed text not null,
  created_at timestamptz not null
);
create index integration_snapshots_by_age on integration_snapshots (created_at);

-- Jobs held whole installations. Those that wait find them where they are.
do $$
declare
  queue text;
begin
  foreach queue in array array['pgboss.job', 'pgboss.archive'] loop
    if to_regclass(queue) is not null then
      execute format(
        'update %s set data = (data - ''snapshot'') #- ''{event,previous,configuration}''
         where name = ''integrations.deliver'' and data ? ''snapshot''',
        queue
      );
    end if;
  end loop;
end $$;
