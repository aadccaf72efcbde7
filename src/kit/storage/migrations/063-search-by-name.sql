-- Titles and headings are found by all of their words at once. The index is made anew in the background, as nobody knows
-- that of what is in it.
truncate search_indexes cascade;
