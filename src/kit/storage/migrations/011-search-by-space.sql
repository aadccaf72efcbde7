-- Lexemes begin with the number of their space, so that what others wrote is not even looked at; and titles are counted,
-- so that these are asked only where they have the words. What was indexed before is indexed anew when Quire starts.
truncate search_indexes cascade;

alter table search_indexes add column number int generated always as identity unique;

-- Pages that have the word in their title.
alter table search_words add column titles int not null;
