-- beside: 0.3.0
-- Counts when the e-mail addresses of a channel were replaced; an address of an older epoch is refused.
alter table channel add column mail_epoch integer not null default 0;
