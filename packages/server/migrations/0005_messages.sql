-- Up Migration

-- Messages. The id is the log position of the message's event. `home_id` and `ordinal` are the conversation to which
-- the message was sent and its number there; they never change, and received and read messages are stored in terms
-- of them. A move changes `conversation_id`, `channel_id` (null for direct messages) and `topic`. `message_flags`: 1
-- link, 2 image, 4 attachment, 8 mentions everyone, 16 mentions the topic, 32 starts with /me.
create table message (
  realm_id bigint not null,
  id bigint not null,
  sender_id bigint not null,
  home_id bigint not null,
  ordinal bigint not null,
  conversation_id bigint not null,
  channel_id bigint,
  -- A log position at which all users were subscribed who were subscribed when a move brought the message into its
  -- channel: not after the position of the move, and after every earlier subscription and unsubscription. Null for
  -- messages that were never moved.
  arrived_at bigint,
  message_flags smallint not null,
  sent_at timestamptz not null,
  edited_at timestamptz,
  moved_at timestamptz,
  client text not null,
  topic text not null,
  topic_key text not null,
  content text not null,
  rendered text not null,
  search tsvector not null,
  primary key (realm_id, id)
);
create unique index message_ordinal on message (realm_id, home_id, ordinal);
create index message_conversation on message (realm_id, conversation_id, id);
create index message_topic on message (realm_id, channel_id, topic_key, id) where channel_id is not null;
create index message_sender on message (realm_id, sender_id, id);
-- Messages that a user received, per conversation.
create index message_home on message (realm_id, home_id, id);
create index message_everyone on message (realm_id, home_id, id) where message_flags & 8 > 0;
create index message_files on message (realm_id, id) where message_flags & 6 > 0;
-- Messages that a move has brought from another conversation.
create index message_arrived on message (realm_id, conversation_id, id) where arrived_at is not null;
-- Messages that a move has taken out of their home.
create index message_left on message (realm_id, home_id, id) where conversation_id <> home_id;

-- Edits and moves of messages, one row each; only changed properties are set.
create table message_edit (
  realm_id bigint not null,
  message_id bigint not null,
  -- Increases with every edit of a message; not after the edit's own log position.
  position bigint not null,
  user_id bigint,
  at timestamptz not null,
  prev_content text,
  prev_rendered text,
  prev_topic text,
  topic text,
  prev_channel_id bigint,
  channel_id bigint,
  primary key (realm_id, message_id, position),
  foreign key (realm_id, message_id) references message on delete cascade
);

create table reaction (
  realm_id bigint not null,
  message_id bigint not null,
  user_id bigint not null,
  reaction_type text not null,
  emoji_code text not null,
  emoji_name text not null,
  -- Log position of the reaction: reactions are shown in this order.
  position bigint not null,
  primary key (realm_id, message_id, reaction_type, emoji_code, user_id),
  foreign key (realm_id, message_id) references message on delete cascade
);

create sequence submessage_id;

create table submessage (
  realm_id bigint not null,
  message_id bigint not null,
  id bigint not null default nextval('submessage_id'),
  sender_id bigint not null,
  msg_type text not null,
  content text not null,
  primary key (realm_id, message_id, id),
  foreign key (realm_id, message_id) references message on delete cascade
);

-- Idempotency keys of senders: a retry finds the message that the first attempt stored.
create table sent_key (
  realm_id bigint not null,
  user_id bigint not null,
  key bytea not null,
  content_hash bytea not null,
  message_id bigint not null,
  policy smallint not null,
  at timestamptz not null default now(),
  primary key (realm_id, user_id, key)
);
create index sent_key_at on sent_key using brin (at);

create sequence attachment_id;

-- Uploaded files. `key` locates the bytes in the store; `path_id` is the end of the URL. `state`: 'arriving' until
-- the bytes are stored, 'kept', and 'leaving' when the file is deleted but its bytes may still be stored.
create table attachment (
  realm_id bigint not null,
  id bigint not null default nextval('attachment_id'),
  user_id bigint not null,
  path_id text not null,
  name text not null,
  key text not null,
  size bigint not null,
  content_type text not null,
  created_at timestamptz not null,
  state text not null,
  -- Time since which no message refers to the file; null while one does.
  unused_since timestamptz,
  -- Set only for images that have a thumbnail.
  width integer,
  height integer,
  frames integer,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create unique index attachment_path on attachment (realm_id, path_id);
create index attachment_user on attachment (realm_id, user_id, id);
create index attachment_unused on attachment (unused_since) where unused_since is not null;

-- Messages that refer to each file.
create table attachment_message (
  realm_id bigint not null,
  attachment_id bigint not null,
  message_id bigint not null,
  primary key (realm_id, attachment_id, message_id),
  foreign key (realm_id, attachment_id) references attachment on delete cascade,
  foreign key (realm_id, message_id) references message on delete cascade
);
create index attachment_message_message on attachment_message (realm_id, message_id);

-- Bytes used by the files of an organization, including files in state 'arriving'.
create table upload_space (
  realm_id bigint primary key references realm (id) on delete cascade,
  used bigint not null
);

-- Uploads that arrive in pieces. Each piece is a separate file in the store.
create table partial_upload (
  realm_id bigint not null,
  id text not null,
  user_id bigint not null,
  size bigint not null,
  metadata jsonb not null,
  -- Names of the pieces in order, and their total size.
  pieces text[] not null,
  received bigint not null,
  touched_at timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index partial_upload_touched on partial_upload (touched_at);
