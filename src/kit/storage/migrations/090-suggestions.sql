-- The words of its block that a comment is about.
alter table comments add column quote text;

-- Another text for the block, as Markdown; and what the block was, byte for byte, when it was suggested.
alter table comments add column suggestion text;
alter table comments add column suggestion_before text;
alter table comments add column applied_at timestamptz;
alter table comments add column applied_by text references users on delete set null;
