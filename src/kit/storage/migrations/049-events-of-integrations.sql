-- What a script of an integration did is written down as such, beside who answers for it.
alter table events add column integration text;
