-- The identity provider of the installation that a session began with: it ends when that provider is taken away.
alter table sessions add column issuer text;
