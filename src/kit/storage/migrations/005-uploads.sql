-- Files on their way in: announced, then sent to a signed address, then used within a day or forgotten.
create table uploads (
  key text primary key,
  organization_id text not null references organizations on delete cascade,
  name text not null,
  content_type text not null,
  size int not null,
  kind text not null check (kind in ('customization_font', 'import_file')),
  -- The hash of the bytes; null until they have come.
  blob text collate "C",
  created_by text references users on delete set null,
  created_at timestamptz not null
);
create index uploads_of_organization on uploads (organization_id);
