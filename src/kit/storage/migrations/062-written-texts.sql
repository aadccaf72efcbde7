-- Long texts of pages as HTML with open links, deflated: what took seconds to write survives a restart. They follow from
-- the text alone; any of them may be deleted at any time.
create table written_texts (
  key text primary key,
  written bytea not null,
  used_at timestamptz not null
);
create index written_texts_used on written_texts (used_at);
