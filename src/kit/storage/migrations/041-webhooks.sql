create table webhooks (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  url text not null,
  description text not null,
  -- Types of events, families of them (space.*), or all (*).
  events text[] not null,
  -- Sealed. After a rotation the one before signs too, for a while.
  secret text not null,
  earlier_secret text,
  earlier_until timestamptz,
  is_enabled boolean not null,
  disabled_reason text,
  created_by text references users on delete set null,
  created_at timestamptz not null,
  -- Since when its receiver has taken nothing.
  failing_since timestamptz,
  -- When there is something to send next, and until when a process is at it.
  due_at timestamptz,
  claimed_until timestamptz
);
create index webhooks_of_organization on webhooks (organization_id, id);
create index webhooks_due on webhooks (due_at) where due_at is not null;

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id text not null references webhooks on delete cascade,
  event_id text not null,
  -- The order in which they are sent, within a resource.
  position bigint generated always as identity,
  resource text not null,
  status text not null check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz not null,
  answer_status integer,
  answer_body text,
  error text,
  milliseconds integer,
  created_at timestamptz not null
);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, position);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, resource, position) where status = 'waiting';
create index webhook_deliveries_by_time on webhook_deliveries (created_at);
