-- Old addresses of a site and what readers find there now. Where a section or a site space goes, so do those that lead to it.
create table site_redirects (
  id text primary key,
  site_id text not null references sites on delete cascade,
  -- In one spelling: see rooms/redirects/sources.ts.
  source text collate "C" not null,
  section_id text references site_sections on delete cascade,
  site_space_id text references site_spaces on delete cascade,
  -- Of the space of the site space. Content has no foreign keys: it may be gone.
  page_id text,
  constraint site_redirects_source_key unique (site_id, source),
  -- To a section, or to a site space, or to a page of one.
  check (num_nonnulls(section_id, site_space_id) = 1 and (page_id is null or site_space_id is not null))
);
create index site_redirects_to_section on site_redirects (section_id);
create index site_redirects_to_site_space on site_redirects (site_space_id);
