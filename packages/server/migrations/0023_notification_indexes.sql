-- beside: 0.2.0
-- outside a transaction
-- Users whom ordinary messages of a channel may notify, by the settings of the channel or of all channels.
drop index concurrently if exists subscription_notifying;
create index concurrently subscription_notifying on subscription (realm_id, channel_id)
  where is_active and (email_notifications or push_notifications);
drop index concurrently if exists user_notified_of_channels;
create index concurrently user_notified_of_channels on realm_user (realm_id, id)
  where settings ? 'enable_stream_email_notifications' or settings ? 'enable_stream_push_notifications';
