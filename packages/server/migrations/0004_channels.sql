-- Up Migration

create sequence conversation_id;

-- Conversations: a channel, or a set of users. Messages are numbered without gaps in their conversation, and read
-- messages are stored as sets of these ordinals. Transactions that add messages or readers lock the row.
create table conversation (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('conversation_id'),
  -- Ascending ids of all participants, and the same joined by commas; null for a channel.
  users bigint[],
  users_key text,
  last_ordinal bigint not null default 0,
  -- The newest message; only for direct conversations.
  last_message_id bigint,
  primary key (realm_id, id)
) with (fillfactor = 50);
create unique index conversation_users on conversation (realm_id, md5(users_key));

-- Direct conversations of each user.
create table conversation_user (
  realm_id bigint not null,
  user_id bigint not null,
  conversation_id bigint not null,
  primary key (realm_id, user_id, conversation_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade,
  foreign key (realm_id, conversation_id) references conversation on delete cascade
);

create sequence channel_folder_id;

create table channel_folder (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('channel_folder_id'),
  name text not null,
  description text not null default '',
  rendered_description text not null default '',
  display_order bigint not null,
  creator_id bigint,
  created_at timestamptz not null default now(),
  is_archived boolean not null default false,
  primary key (realm_id, id)
);
create unique index channel_folder_name on channel_folder (realm_id, lower(name)) where not is_archived;

create sequence channel_id;

-- Channels. `permissions` maps the name of a permission to a group id where it differs from the default group.
create table channel (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('channel_id'),
  conversation_id bigint not null,
  name text not null,
  description text not null default '',
  rendered_description text not null default '',
  creator_id bigint,
  created_at timestamptz not null default now(),
  is_private boolean not null default false,
  is_web_public boolean not null default false,
  is_history_public boolean not null default true,
  is_archived boolean not null default false,
  is_default boolean not null default false,
  is_recently_active boolean not null default true,
  topics_policy text not null default 'inherit',
  retention_days integer,
  folder_id bigint,
  first_message_id bigint,
  -- Active users who are currently subscribed. Stored, because counting rows would cost time proportional to the
  -- organization.
  subscriber_count bigint not null default 0,
  -- Incremented with every update of subscriber_count; equal versions mean equal subscribers.
  subscribers_version bigint not null default 0,
  permissions jsonb not null default '{}',
  -- Initial push_notifications of new subscriptions.
  default_push_notifications boolean not null default false,
  primary key (realm_id, id),
  foreign key (realm_id, conversation_id) references conversation,
  foreign key (realm_id, folder_id) references channel_folder
);
create unique index channel_name on channel (realm_id, lower(name));
create index channel_in_folder on channel (realm_id, folder_id) where folder_id is not null;
-- Channel of a conversation.
create unique index channel_conversation on channel (realm_id, conversation_id);

-- Subscriptions, current and former. `periods` are the log positions during which the user was subscribed and
-- received events; `ordinals` are the same periods as ordinals of the conversation.
create table subscription (
  realm_id bigint not null,
  user_id bigint not null,
  channel_id bigint not null,
  is_active boolean not null default true,
  periods int8multirange not null default '{}',
  ordinals int8multirange not null default '{}',
  color text not null,
  is_muted boolean not null default false,
  is_pinned boolean not null default false,
  desktop_notifications boolean,
  audible_notifications boolean,
  push_notifications boolean,
  email_notifications boolean,
  wildcard_mentions_notify boolean,
  primary key (realm_id, user_id, channel_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade,
  foreign key (realm_id, channel_id) references channel on delete cascade
);
create index subscription_channel on subscription (realm_id, channel_id) where is_active;
create index subscription_former on subscription (realm_id, channel_id) where not is_active;

-- Topics that have messages, with their latest spelling and newest message.
create table topic (
  realm_id bigint not null,
  channel_id bigint not null,
  topic_key text not null,
  name text not null,
  last_message_id bigint not null,
  primary key (realm_id, channel_id, topic_key),
  foreign key (realm_id, channel_id) references channel on delete cascade
) with (fillfactor = 70);
create index topic_resolved on topic (realm_id, channel_id, topic_key) where starts_with(topic_key, '✔ ');

-- Visibility policies of users for topics: 1 muted, 2 unmuted, 3 followed. The first spelling of the topic is kept.
create table topic_policy (
  realm_id bigint not null,
  user_id bigint not null,
  channel_id bigint not null,
  topic text not null,
  policy smallint not null,
  updated_at timestamptz not null,
  foreign key (realm_id, user_id) references realm_user on delete cascade,
  foreign key (realm_id, channel_id) references channel on delete cascade
);
create unique index topic_policy_topic on topic_policy (realm_id, user_id, channel_id, lower(topic));
create index topic_policy_channel on topic_policy (realm_id, channel_id, lower(topic));
