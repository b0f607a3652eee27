-- beside: 0.2.0
-- `is_held`: the deadline is the end of the user's do-not-disturb hours.
alter table email_batch add column is_held boolean not null default false;
