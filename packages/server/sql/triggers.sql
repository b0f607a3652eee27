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
drop trigger if exists access_version on browser_session;
create constraint trigger access_version after delete on browser_session
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
  deferrable initially deferred for each row execute function raise_version('users');
drop trigger if exists version on profile_value;
create constraint trigger version after insert or update or delete on profile_value
  deferrable initially deferred for each row execute function raise_version('users');
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
