-- Up Migration

-- Flags of one user for one message; rows exist only where a flag is set. `flags`: 1 starred, 2 collapsed, 4
-- mentioned, 8 mentioned with the topic, 16 contains an alert word, 32 historical (the user never received the
-- message), 64 unread although received outside of any subscription.
create table message_user_flag (
  realm_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  flags smallint not null,
  primary key (realm_id, user_id, message_id),
  foreign key (realm_id, message_id) references message on delete cascade
);
create index message_user_flag_message on message_user_flag (realm_id, message_id);
create index message_user_flag_starred on message_user_flag (realm_id, user_id, message_id) where flags & 1 > 0;
create index message_user_flag_mentioned on message_user_flag (realm_id, user_id, message_id) where flags & 12 > 0;
create index message_user_flag_alerted on message_user_flag (realm_id, user_id, message_id) where flags & 16 > 0;
create index message_user_flag_outside on message_user_flag (realm_id, user_id, message_id) where flags & 96 > 0;
create index message_user_flag_unread on message_user_flag (realm_id, user_id, message_id) where flags & 64 > 0;

-- Read positions of a user in a conversation. Ordinals up to `prefix` are read, later ones are unread; bits in
-- read_block are the exceptions: unread up to the prefix, read after it.
create table read_state (
  realm_id bigint not null,
  user_id bigint not null,
  conversation_id bigint not null,
  prefix bigint not null,
  primary key (realm_id, user_id, conversation_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
) with (fillfactor = 70);

-- Exceptions to read_state, 4,096 ordinals per block: bit `ordinal % 4096` of block `ordinal / 4096`.
create table read_block (
  realm_id bigint not null,
  user_id bigint not null,
  conversation_id bigint not null,
  block bigint not null,
  bits bit(4096) not null,
  primary key (realm_id, user_id, conversation_id, block),
  foreign key (realm_id, user_id) references realm_user on delete cascade
) with (fillfactor = 70);

-- Ordinals of deleted messages, which count as unread for no user. There is no foreign key to conversation:
-- deletions lock the conversation that contains the message now, and the key would lock its home out of order.
create table gone_block (
  realm_id bigint not null,
  conversation_id bigint not null,
  block bigint not null,
  bits bit(4096) not null,
  primary key (realm_id, conversation_id, block)
);
