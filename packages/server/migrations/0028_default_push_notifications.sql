-- Up Migration

-- Whether new subscriptions to a channel start with push notifications.
alter table channel add column default_push_notifications boolean not null default false;
