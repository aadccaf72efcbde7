-- What visitors did on sites, counted by day: a row for every value of every dimension that can be asked for, and one
-- with an empty dimension for all of them. Nobody is kept: visitors and sessions are bits at places that a hash of the
-- day says, from which their number is estimated.
create table site_event_counts (
  site_id text not null references sites on delete cascade,
  dimension text not null,
  day date not null,
  event_type text not null,
  value text not null,
  events integer not null,
  visitors bit(2048) not null,
  sessions bit(2048) not null,
  primary key (site_id, dimension, day, event_type, value)
);
create index site_event_counts_by_day on site_event_counts (day);
