-- Whether a link stands on a page with conditional blocks: then it depends on the visitor whether it is told. The index
-- is made anew in the background; until then links are found in the texts.
truncate link_indexes, page_links;
alter table page_links add column is_conditional boolean not null;
