-- Files that scripts of integrations say their computed pages show. Their bytes are blobs, which the sweep of blobs keeps.
alter table computed_sources add column files json not null default '[]';
