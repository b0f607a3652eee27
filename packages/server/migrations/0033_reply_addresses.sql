-- beside: 0.3.0
-- Counts when the addresses for replies by e-mail of a user were ended; an address of an older epoch is refused.
alter table realm_user add column mail_epoch integer not null default 0;
