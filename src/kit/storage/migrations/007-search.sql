-- What is found in the content that the readers of a space see. It follows from the content, and is brought up to date
-- by the difference between two revisions.
create table search_indexes (
  space_id text primary key references spaces on delete cascade,
  -- The root of the content it describes; null holds nothing.
  root text collate "C"
);

-- From heading to heading. Where a page lies is looked up in the content: moving a subtree changes nothing here.
create table search_sections (
  space_id text not null references search_indexes on delete cascade,
  page_id text not null,
  at int not null,
  -- Empty before the first heading.
  anchor text not null,
  title text not null,
  body text not null,
  -- Words in it.
  length int not null,
  -- Words with a sign for the field they stand in, and the space among them: one index then finds the words of some
  -- spaces, or of a sample of them, without reading all others.
  terms tsvector not null,
  primary key (space_id, page_id, at)
);
-- What waits to be sorted in is read by every search: 256 kB take less than a millisecond.
create index search_sections_by_term on search_sections using gin (terms) with (gin_pending_list_limit = 256);

-- The vocabulary of each space: how common a word is, and which words are near one that nobody wrote.
create table search_words (
  space_id text not null references search_indexes on delete cascade,
  word text collate "C" not null,
  -- Sections that have it: anywhere, in their heading, in the title of the page above them. The empty word is in all.
  sections int not null,
  headings int not null,
  below int not null,
  spellings text[] collate "C" not null,
  primary key (space_id, word)
) with (fillfactor = 80);
create index search_words_by_spelling on search_words using gin (spellings) with (gin_pending_list_limit = 256);
