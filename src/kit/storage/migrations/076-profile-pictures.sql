-- A picture that somebody uploaded is named by its path, which ends in the hash of its bytes.
create index users_by_picture on users (photo_url);
