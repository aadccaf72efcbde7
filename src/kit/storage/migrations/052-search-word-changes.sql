-- What steps of a long run counted of words. A common word is in every step: it is added up in the vocabulary once for
-- many of them, and a run that does not come to its end leaves what it counted to the next.
create table search_word_changes (
  space_id text not null references search_indexes on delete cascade,
  words json not null
);
create index search_word_changes_by_space on search_word_changes (space_id);
