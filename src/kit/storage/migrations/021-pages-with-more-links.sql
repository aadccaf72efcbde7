-- The index holds so many links of a page and no more; that there are others is a row too.
alter table page_links drop constraint page_links_kind_check;
alter table page_links add constraint page_links_kind_check
  check (kind in ('page', 'file', 'reusable', 'outside', 'nothing', 'more'));
