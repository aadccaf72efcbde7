-- Images that an organization uploaded for its logo and its sites: open to everybody who knows their address.
create table organization_images (
  organization_id text not null references organizations on delete cascade,
  blob text not null,
  type text not null,
  created_at timestamptz not null,
  primary key (organization_id, blob)
);

-- What the settings were before the last change; null for the defaults.
alter table site_customizations add column previous jsonb;
