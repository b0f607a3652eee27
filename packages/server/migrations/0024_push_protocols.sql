-- beside: 0.2.0
-- allows: constraint (no release writes the table)
-- allows: create index (no release writes the tables)
-- allows: drop (no release uses the index)
-- The protocol of a device: 'web' (Web Push and UnifiedPush), 'apns' or 'fcm'. `device_id` is the client whose key encrypts
-- pushes to a token; tokens without one belong to older apps, which receive plain content.
alter table push_subscription add column protocol text not null default 'web', add column device_id bigint,
  add foreign key (realm_id, device_id) references device on delete cascade;
create unique index push_subscription_device on push_subscription (realm_id, device_id);

alter table push_delivery add column protocol text not null default 'web';
drop index push_delivery_due;
create index push_delivery_due on push_delivery (protocol, due_at);

-- Replaces `push_key`, which nodes of 0.2.0 store as text.
alter table device add column push_key_sealed bytea;
