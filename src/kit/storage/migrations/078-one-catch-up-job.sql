-- One job catches up for all indexes: those of each index, which nobody runs any more, go.
delete from jobs where name in ('content.links-catch-up', 'former-paths.catch-up', 'search.catch-up');
