-- Requests of this minute by whoever makes many, over all processes. Not logged: a crash forgets them, and costs no more
-- than a minute's count.
create unlogged table rate_counts (
  key bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);
