-- The list of a space is asked for by status, newest first: without this, all that were ever merged are read to find the
-- open ones.
create index change_requests_of_space on change_requests (space_id, status, id);
