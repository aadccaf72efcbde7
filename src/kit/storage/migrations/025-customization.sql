-- How a site looks: all settings of a site, and of a site space those that differ from its site.
create table site_customizations (
  site_id text primary key references sites on delete cascade,
  settings jsonb not null,
  updated_at timestamptz not null
);

create table site_space_customizations (
  site_space_id text primary key references site_spaces on delete cascade,
  overrides jsonb not null,
  updated_at timestamptz not null
);

-- The favicon, which lists of sites show.
alter table sites add column icon jsonb;

-- Fonts of an organization. Their files are blobs, named here so that the sweep of blobs keeps them.
create table custom_fonts (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  family text not null,
  created_at timestamptz not null
);
create index custom_fonts_of_organization on custom_fonts (organization_id, id);

create table custom_font_faces (
  font_id text not null references custom_fonts on delete cascade,
  weight integer not null,
  blob text not null,
  format text not null check (format in ('woff2', 'woff')),
  primary key (font_id, weight)
);
