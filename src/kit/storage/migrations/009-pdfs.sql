-- PDFs that were asked for. Each follows from a root of content and what of it was wanted, so it is made once and kept as
-- long as somebody asks for it.
create table pdfs (
  space_id text not null references spaces on delete cascade,
  -- Says what is in it: the content, the part of it, and how it is printed.
  key text collate "C" not null,
  -- The hash of the bytes; null until it is made.
  blob text collate "C",
  -- Why it could not be made, in words for those who asked.
  failure text,
  asked_at timestamptz not null,
  primary key (space_id, key)
);
create index pdfs_by_asking on pdfs (asked_at);
create index pdfs_by_blob on pdfs (blob) where blob is not null;
