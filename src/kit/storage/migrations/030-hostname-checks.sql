-- What the name service said of the host name of a site when it was last asked. A check of another name than the site
-- has now says nothing.
create table site_hostname_checks (
  site_id text primary key references sites on delete cascade,
  hostname text not null,
  status text not null,
  checked_at timestamptz not null
);
