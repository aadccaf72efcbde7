-- Blobs that nothing named when the sweep last looked: the next sweep deletes those that are still marked. Whoever puts
-- the same bytes again takes the mark away first.
create table blob_marks (
  hash text primary key,
  marked_at timestamptz not null
);
