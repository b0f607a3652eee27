-- beside: 0.2.0
-- Notifications of messages: one for each user, message and kind ('email', 'push'). `state`: 'waiting' for its batch or
-- its push, 'sent', or 'dropped' because the message was read, deleted or moved away before. Rows that are not waiting
-- remain for some days, so that a message is not notified again.
create table notification (
  realm_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  kind text not null,
  trigger text not null,
  state text not null default 'waiting',
  created_at timestamptz not null default now(),
  primary key (realm_id, user_id, message_id, kind),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index notification_waiting on notification (realm_id, user_id, kind) where state = 'waiting';
create index notification_push on notification (created_at) where state = 'waiting' and kind = 'push';
create index notification_created on notification using brin (created_at);

-- Users whose e-mail notifications wait. All of a user have one deadline, which the first sets.
create table email_batch (
  realm_id bigint not null,
  user_id bigint not null,
  started_at timestamptz not null default now(),
  due_at timestamptz not null,
  tries int not null default 0,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index email_batch_due on email_batch (due_at);

-- Queues that received messages and ended, or that no client uses any more, with the log position up to which the client
-- has acknowledged events. A job notifies the user of the messages after it.
create table lost_queue (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null,
  acknowledged bigint not null,
  primary key (realm_id, id)
);

-- `acknowledged` is the log position of the last event that the client has acknowledged; null for queues that a node of
-- 0.2.0 registered. `offline_at` is the time at which the queue became a lost queue.
alter table event_queue add column acknowledged bigint, add column offline_at timestamptz;
