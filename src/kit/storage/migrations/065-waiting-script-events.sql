-- Events that scripts of integrations are still to be told, so that each organization gets its share of the workers.
create table waiting_script_events (
  position bigint generated always as identity primary key,
  integration text collate "C" not null references integrations on delete cascade,
  -- Where it is installed; of an event for the integration itself, the publisher.
  organization_id text not null references organizations on delete cascade,
  event jsonb not null,
  snapshot_id text collate "C",
  due_at timestamptz not null,
  attempts integer not null default 0,
  claimed_until timestamptz
);
create index waiting_script_events_by_line on waiting_script_events (organization_id, integration, due_at, position);
create index waiting_script_events_by_integration on waiting_script_events (integration);
