-- When admins were last told that the script fails again and again.
alter table integration_installations add column failure_told_at timestamptz;

create index integration_deliveries_by_installation
  on integration_deliveries (installation_id, created_at) where installation_id is not null;
