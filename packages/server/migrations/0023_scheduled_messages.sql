-- Up Migration

create sequence scheduled_message_id;

-- For a channel, or for users in ascending order. Who takes one to send it has some time for that; then
-- others may. It goes away in the transaction that sends it, if it is still of the version that was taken.
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

-- Who comes too late to change one is told that it was sent. A job forgets them after a week.
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
