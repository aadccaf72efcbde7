-- What a revision changed against the one before it, in a few numbers and titles. It follows from the two; those that
-- were written before get theirs when somebody first lists them.
alter table revisions add column summary jsonb;
