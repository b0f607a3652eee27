-- beside: 0.2.0
-- Notifications of messages: one for each user, message and kind ('email', 'push'). `state`: 'waiting' for its batch or
-- its push, 'sent', 'dropped' because the message was read, deleted or moved away before, or 'withdrawn' because that
-- happened after a push. Rows that are not waiting remain for some days, so that a message is not notified again.
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

create sequence push_subscription_id;

-- Devices that receive Web Push: endpoint and keys, sealed. A subscription ends with the credential that registered it.
create table push_subscription (
  realm_id bigint not null,
  id bigint not null default nextval('push_subscription_id'),
  user_id bigint not null,
  credential_id bigint,
  endpoint_hash bytea not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, id),
  unique (realm_id, user_id, endpoint_hash),
  foreign key (realm_id, user_id) references realm_user on delete cascade,
  foreign key (realm_id, credential_id) references credential on delete cascade
);
create index push_subscription_credential on push_subscription (realm_id, credential_id);

-- The key pair with which an organization identifies itself to push services (VAPID).
create table vapid_key (
  realm_id bigint primary key references realm (id) on delete cascade,
  public_key text not null,
  sealed bytea not null
);

-- Pushes to be sent, deleted when the push service has accepted them. A sender advances `due_at` before it sends, so that
-- a failed attempt is retried.
create table push_delivery (
  realm_id bigint not null,
  id bigint generated always as identity,
  subscription_id bigint not null,
  -- Null for a removal.
  message_id bigint,
  payload text not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  tries int not null default 0,
  primary key (realm_id, id),
  foreign key (realm_id, subscription_id) references push_subscription on delete cascade
);
create index push_delivery_due on push_delivery (due_at);
create index push_delivery_subscription on push_delivery (realm_id, subscription_id, id);

-- `acknowledged` is the log position of the last event that the client has acknowledged; null for queues that a node of
-- 0.2.0 registered. `offline_at` is the time at which the queue became a lost queue.
alter table event_queue add column acknowledged bigint, add column offline_at timestamptz;
