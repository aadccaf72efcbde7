-- Words are found by their organization too, so that a search over all of it begins with the spaces that have them, and
-- not with all that somebody may read. What was indexed before is indexed anew when Quire starts.
truncate search_indexes cascade;

-- With the organization of the space: it follows where a space is transferred.
alter table search_indexes
  drop constraint search_indexes_space_id_fkey,
  add column organization_id text not null,
  add unique (organization_id, space_id),
  add foreign key (organization_id, space_id) references spaces (organization_id, id)
    on update cascade on delete cascade;
alter table search_words
  drop constraint search_words_space_id_fkey,
  add column organization_id text not null,
  add foreign key (organization_id, space_id) references search_indexes (organization_id, space_id)
    on update cascade on delete cascade;

-- Without the space: equal keys take hardly any room.
create index search_words_of_organization on search_words (organization_id, word);
create index search_titles_of_organization on search_words (organization_id, word) where titles > 0;

-- What changed lately may not be in an index yet.
create index spaces_by_change on spaces (organization_id, updated_at);
