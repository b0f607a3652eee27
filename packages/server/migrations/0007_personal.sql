-- Up Migration

create sequence draft_id;

-- Drafts. `recipients` contains one channel id, or user ids in ascending order, depending on `type`.
create table draft (
  realm_id bigint not null,
  id bigint not null default nextval('draft_id'),
  user_id bigint not null,
  type text not null,
  recipients bigint[] not null,
  topic text not null,
  content text not null,
  edited_at timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index draft_user on draft (realm_id, user_id, edited_at);

create sequence scheduled_message_id;

-- Scheduled messages for a channel, or for users in ascending order. A job that sends a message claims it until
-- `taken_until`; then other jobs may. The transaction that sends the message deletes the row if its version is still
-- the claimed one.
create table scheduled_message (
  realm_id bigint not null,
  id bigint not null default nextval('scheduled_message_id'),
  user_id bigint not null,
  channel_id bigint,
  users bigint[] not null,
  topic text not null,
  content text not null,
  rendered text not null,
  client text not null,
  is_read_by_sender boolean not null,
  due_at timestamptz not null,
  has_failed boolean not null default false,
  version integer not null default 1,
  taken_until timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index scheduled_message_user on scheduled_message (realm_id, user_id, due_at);
create index scheduled_message_due on scheduled_message (due_at) where not has_failed;

-- Scheduled messages that have been sent: a later change is refused with that reason. A job deletes rows after a
-- week.
create table scheduled_message_sent (
  realm_id bigint not null,
  id bigint not null,
  user_id bigint not null,
  at timestamptz not null default now(),
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index scheduled_message_sent_user on scheduled_message_sent (realm_id, user_id);
create index scheduled_message_sent_at on scheduled_message_sent (at);

create sequence reminder_id;

-- Reminders about messages. `content` quotes the message as of creation; the reminder that is sent quotes its
-- current content.
create table reminder (
  realm_id bigint not null,
  id bigint not null default nextval('reminder_id'),
  user_id bigint not null,
  message_id bigint not null,
  note text not null,
  content text not null,
  rendered text not null,
  due_at timestamptz not null,
  has_failed boolean not null default false,
  taken_until timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index reminder_user on reminder (realm_id, user_id, due_at);
create index reminder_due on reminder (due_at) where not has_failed;

create sequence saved_snippet_id;

create table saved_snippet (
  realm_id bigint not null,
  id bigint not null default nextval('saved_snippet_id'),
  user_id bigint not null,
  title text not null,
  content text not null,
  created_at timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index saved_snippet_user on saved_snippet (realm_id, user_id);

create sequence alert_word_id;

-- Words that notify a user wherever they occur. The first spelling is kept.
create table alert_word (
  realm_id bigint not null,
  user_id bigint not null,
  id bigint not null default nextval('alert_word_id'),
  word text not null,
  primary key (realm_id, user_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create unique index alert_word_word on alert_word (realm_id, user_id, lower(word));

create table muted_user (
  realm_id bigint not null,
  user_id bigint not null,
  muted_id bigint not null,
  muted_at timestamptz not null,
  primary key (realm_id, user_id, muted_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade,
  foreign key (realm_id, muted_id) references realm_user on delete cascade
);
create index muted_user_muted on muted_user (realm_id, muted_id);

create table navigation_view (
  realm_id bigint not null,
  user_id bigint not null,
  fragment text not null,
  is_pinned boolean not null,
  name text,
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
-- Hashes, because fragments and names may be longer than an index entry.
create unique index navigation_view_fragment on navigation_view (realm_id, user_id, md5(fragment));
create unique index navigation_view_name on navigation_view (realm_id, user_id, md5(name));

-- Tokens of a user for a video-call provider, sealed with the server's secret. Until `refreshing_until` one request
-- refreshes the token and others wait.
create table call_token (
  realm_id bigint not null,
  user_id bigint not null,
  provider text not null,
  sealed bytea not null,
  expires_at timestamptz,
  refreshing_until timestamptz,
  primary key (realm_id, user_id, provider),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);

-- Authorizations that a browser has started at a video-call provider and not yet completed.
create table call_authorization (
  state_hash bytea primary key,
  realm_id bigint not null,
  user_id bigint not null,
  provider text not null,
  sealed bytea not null,
  expires_at timestamptz not null,
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
