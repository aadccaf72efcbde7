-- When a link last let somebody in, to the hour: links that nobody uses can go.
alter table share_links add column last_used_at timestamptz;

-- Addresses below a site at which visitors found nothing, counted by day. No visitor is in it.
create table site_missing_pages (
  site_id text not null references sites on delete cascade,
  day date not null,
  path text not null,
  -- Where a link to it was: a page of the site by its path, or another host.
  referrer text not null,
  times integer not null,
  primary key (site_id, day, path, referrer)
);
create index site_missing_pages_by_day on site_missing_pages (day);
