-- Triggers call the functions, so this file is applied after them. Constraint triggers cannot be replaced: each is
-- dropped and created.

-- Versions of subscriber lists.
drop trigger if exists subscribers_version on channel;
create trigger subscribers_version before update of subscriber_count on channel
  for each row execute function raise_subscribers_version();

-- Versions of the facts that decide whether a message is allowed. Nodes cache that a topic exists, not that it does
-- not: only deletions of topics count.
drop trigger if exists access_version on realm;
create constraint trigger access_version after update on realm
  deferrable initially deferred for each row execute function raise_access_version();
drop trigger if exists access_version on realm_user;
create constraint trigger access_version after update or delete on realm_user
  deferrable initially deferred for each row execute function raise_access_version();
drop trigger if exists access_version on credential;
create constraint trigger access_version after update of secret_hash or delete on credential
  deferrable initially deferred for each row execute function raise_access_version();
drop trigger if exists access_version on bot;
create constraint trigger access_version after update of default_sending_channel_id on bot
  deferrable initially deferred for each row execute function raise_access_version();
drop trigger if exists access_version on channel;
create constraint trigger access_version after update of conversation_id, name, is_private, is_web_public,
    is_history_public, is_archived, is_recently_active, topics_policy, subscriber_count, permissions or delete on channel
  deferrable initially deferred for each row execute function raise_access_version();
drop trigger if exists access_version on subscription;
create constraint trigger access_version after insert or update of is_active, is_muted or delete on subscription
  deferrable initially deferred for each row execute function raise_access_version();
drop trigger if exists access_version on topic;
create constraint trigger access_version after delete on topic
  deferrable initially deferred for each row execute function raise_access_version();
drop trigger if exists access_version on muted_user;
create constraint trigger access_version after insert or update or delete on muted_user
  deferrable initially deferred for each row execute function raise_access_version();
drop trigger if exists access_version on vocabulary_version;
create constraint trigger access_version after insert or update or delete on vocabulary_version
  deferrable initially deferred for each row execute function raise_access_version();
drop trigger if exists access_version on user_group;
create constraint trigger access_version after update or delete on user_group
  deferrable initially deferred for each row execute function raise_access_version();
drop trigger if exists access_version on group_member;
create constraint trigger access_version after insert or update or delete on group_member
  deferrable initially deferred for each row execute function raise_access_version();
drop trigger if exists access_version on group_subgroup;
create constraint trigger access_version after insert or update or delete on group_subgroup
  deferrable initially deferred for each row execute function raise_access_version();

-- Versions of the objects that registrations return. The listed columns of users are those that other users see.
drop trigger if exists version on realm_user;
create constraint trigger version after insert or delete or update of delivery_email, email_visibility, full_name, role,
    is_active, is_full_member, is_imported_stub, is_deleted, bot_type, bot_owner_id, date_joined, timezone,
    avatar_source, avatar_version on realm_user
  deferrable initially deferred for each row execute function raise_users_version();
drop trigger if exists roster on realm_user;
create constraint trigger roster after insert or delete or update of role, is_active, is_full_member on realm_user
  deferrable initially deferred for each row execute function raise_version('roster');
drop trigger if exists version on profile_value;
create constraint trigger version after insert or update or delete on profile_value
  deferrable initially deferred for each row execute function raise_users_version();
drop trigger if exists version on user_group;
create constraint trigger version after insert or update or delete on user_group
  deferrable initially deferred for each row execute function raise_version('groups');
drop trigger if exists version on group_member;
create constraint trigger version after insert or update or delete on group_member
  deferrable initially deferred for each row execute function raise_version('groups');
drop trigger if exists version on group_subgroup;
create constraint trigger version after insert or update or delete on group_subgroup
  deferrable initially deferred for each row execute function raise_version('groups');
drop trigger if exists version on channel;
create constraint trigger version after insert or update or delete on channel
  deferrable initially deferred for each row execute function raise_version('channels');

-- Bytes of each user's files.
drop trigger if exists count_upload_space on attachment;
create trigger count_upload_space after insert or delete or update of state on attachment
  for each row execute function count_upload_space();
drop trigger if exists count_upload_space on partial_upload;
create trigger count_upload_space after insert or delete or update of is_counted on partial_upload
  for each row execute function count_upload_space();

-- Sealed values belong to a secret in use.
drop trigger if exists sealing_key on realm_user;
create trigger sealing_key before insert or update of key_sealed on realm_user
  for each row execute function check_sealing_key('key_sealed');
drop trigger if exists sealing_key on invitation;
create trigger sealing_key before insert or update of token_sealed on invitation
  for each row execute function check_sealing_key('token_sealed');
drop trigger if exists sealing_key on mail;
create trigger sealing_key before insert or update of sealed on mail
  for each row execute function check_sealing_key('sealed');
drop trigger if exists sealing_key on call_token;
create trigger sealing_key before insert or update of sealed on call_token
  for each row execute function check_sealing_key('sealed');
drop trigger if exists sealing_key on call_authorization;
create trigger sealing_key before insert or update of sealed on call_authorization
  for each row execute function check_sealing_key('sealed');
drop trigger if exists sealing_key on sign_on;
create trigger sealing_key before insert or update of sealed on sign_on
  for each row execute function check_sealing_key('sealed');
drop trigger if exists sealing_key on second_step;
create trigger sealing_key before insert or update of sealed on second_step
  for each row execute function check_sealing_key('sealed');
drop trigger if exists sealing_key on waiting_login;
create trigger sealing_key before insert or update of sealed on waiting_login
  for each row execute function check_sealing_key('sealed');
drop trigger if exists sealing_key on event_subscription_secret;
create trigger sealing_key before insert or update of sealed on event_subscription_secret
  for each row execute function check_sealing_key('sealed');
drop trigger if exists sealing_key on push_subscription;
create trigger sealing_key before insert or update of sealed on push_subscription
  for each row execute function check_sealing_key('sealed');
drop trigger if exists sealing_key on device;
create trigger sealing_key before insert or update of push_key_sealed on device
  for each row execute function check_sealing_key('push_key_sealed');
drop trigger if exists sealing_key on vapid_key;
create trigger sealing_key before insert or update of sealed on vapid_key
  for each row execute function check_sealing_key('sealed');

-- Keys in the rows of users and their credentials.
drop trigger if exists account_key on realm_user;
create trigger account_key after insert or update of key_hash on realm_user
  for each row execute function keep_account_key();
drop trigger if exists account_key on credential;
create trigger account_key after delete on credential
  for each row when (old.kind = 'key') execute function forget_account_key();

-- Readers of the log for outgoing webhook bots and embedded bots.
drop trigger if exists outgoing_webhooks on bot;
create trigger outgoing_webhooks after insert or update of payload_url, service_name on bot
  for each row when (new.payload_url is not null or new.service_name is not null) execute function start_outgoing_webhooks();

-- Changes that the search index follows.
drop trigger if exists search_change on message;
create trigger search_change after update on message referencing old table as old_rows new table as new_rows
  for each statement execute function note_search_change();
drop trigger if exists search_deletion on message;
create trigger search_deletion after delete on message referencing old table as old_rows
  for each statement execute function note_search_change();

-- Ended queues of users who may not have seen all messages.
drop trigger if exists lost_queue on event_queue;
create trigger lost_queue after delete on event_queue
  for each row execute function note_lost_queue();

-- Content of deleted messages in recorded deliveries.
drop trigger if exists redacted_deliveries on log_entry;
create trigger redacted_deliveries after update on log_entry referencing new table as new_rows
  for each statement execute function redact_deliveries();

-- Audit entries are only added.
create or replace trigger guard before update or delete on audit_entry
  for each row execute function guard_audit();
create or replace trigger guard_all before truncate on audit_entry
  for each statement execute function guard_audit();
create or replace trigger guard before update on audit_head
  for each row execute function guard_audit_head();

-- Rows of organizations that are being moved to another cell. Tables that are only written together with the log are
-- protected by its functions (`hold_home`), so sends have none of these triggers.
do $$
declare
  kind text;
  tables text[];
  name text;
begin
  for kind, tables in
    values
      ('strict', array['alert_word', 'attachment_message', 'audit_entry', 'audit_head', 'audit_part', 'bot', 'bot_storage', 'call_token', 'channel',
        'channel_folder', 'chat_import', 'custom_emoji', 'device', 'digest', 'directory_group', 'directory_rules', 'draft', 'event_subscription', 'group_member', 'group_subgroup', 'hold',
        'identity', 'import_home', 'imported', 'linkifier', 'message_edit', 'muted_user', 'navigation_view', 'oauth_client', 'personal_export', 'playground', 'profile_field', 'profile_value',
        'push_subscription', 'push_token', 'reaction', 'realm_domain', 'realm_export', 'realm_user', 'saved_snippet', 'streamed_message', 'submessage',
        'subscription', 'topic_policy', 'upload_space', 'user_change', 'user_group', 'user_role', 'user_status',
        'user_upload_space', 'vapid_key', 'vocabulary_version']),
      ('shared', array['attachment', 'authorization_code', 'call_authorization', 'confirmation', 'credential', 'directory_token', 'email_batch', 'event_delivery',
        'event_queue', 'event_subscription_secret', 'invitation', 'invitation_day', 'login_attempt', 'lost_queue',
        'message_removal', 'notification', 'page_job', 'page_preview', 'partial_upload', 'passkey_challenge', 'recovery_code', 'refresh_token', 'reminder', 'scheduled_message', 'scheduled_message_sent',
        'search_build', 'search_change', 'search_page', 'search_segment', 'second_step', 'sign_on', 'waiting_login']),
      ('outbox', array['log_reader', 'mail', 'push_delivery']),
      ('lossy', array['presence', 'presence_head'])
  loop
    foreach name in array tables loop
      execute format('create or replace trigger home before insert or update or delete on %I
        for each row execute function keep_home(%L)', name, kind);
    end loop;
  end loop;
end
$$;
create or replace trigger home before insert or delete on conversation
  for each row execute function keep_home('strict');
create or replace trigger home before update or delete on message
  for each row execute function keep_home('strict');
create or replace trigger home before delete on sent_key
  for each row execute function keep_home('shared');
