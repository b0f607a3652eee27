-- Up Migration

create sequence conversation_id;

-- Where messages are: a channel, or a set of users. Messages are numbered densely in it; what somebody has
-- read is kept as a set of these numbers. The row is locked by whoever adds messages or readers to it.
create table conversation (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('conversation_id'),
  -- Ascending ids of everybody in it, and the same joined by commas; null for a channel.
  users bigint[],
  users_key text,
  last_ordinal bigint not null default 0,
  -- The newest message, for direct conversations.
  last_message_id bigint,
  primary key (realm_id, id)
) with (fillfactor = 50);
create unique index conversation_users on conversation (realm_id, md5(users_key));

-- Which direct conversations somebody is in.
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

-- `permissions` maps a permission's name to a group's id where it differs from the default group.
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
  -- Active users who are subscribed now: counted when they come and go, because counting rows would cost
  -- what the organization is large.
  subscriber_count bigint not null default 0,
  -- Rises whenever they are counted anew: while it is the same, so are they.
  subscribers_version bigint not null default 0,
  permissions jsonb not null default '{}',
  primary key (realm_id, id),
  foreign key (realm_id, conversation_id) references conversation,
  foreign key (realm_id, folder_id) references channel_folder
);
create unique index channel_name on channel (realm_id, lower(name));
create index channel_in_folder on channel (realm_id, folder_id) where folder_id is not null;

create function raise_subscribers_version() returns trigger language plpgsql as $$
begin
  new.subscribers_version := old.subscribers_version + 1;
  return new;
end
$$;
create trigger subscribers_version before update of subscriber_count on channel
  for each row execute function raise_subscribers_version();

-- Somebody's relation to a channel, from the first subscription on. `periods` are the positions of the log
-- during which the user was subscribed: what happened then was received. `ordinals` says the same in the
-- numbers of the conversation.
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

-- How somebody wants to see a topic: 1 muted, 2 unmuted, 3 followed. The first spelling is kept.
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
