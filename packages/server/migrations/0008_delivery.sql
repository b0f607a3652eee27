-- Up Migration

-- The log: the event at position n of an organization is its n-th, in commit order, without gaps.
create table log_entry (
  realm_id bigint not null,
  position bigint not null,
  at timestamptz not null,
  audience text not null,
  event text not null,
  primary key (realm_id, position, at)
) partition by range (at);

-- The default partition receives entries if the job that creates partitions ahead of time has not run for weeks.
create table log_entry_default partition of log_entry default;

-- Event queues of clients. Polls carry the acknowledged position, which is stored here from time to time; a queue
-- expires when `last_seen` is older than `idle_seconds`.
create table event_queue (
  realm_id bigint not null references realm (id) on delete cascade,
  id uuid not null,
  user_id bigint not null,
  from_position bigint not null,
  client_options jsonb not null,
  idle_seconds integer not null,
  last_seen timestamptz not null default now(),
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index event_queue_user on event_queue (realm_id, user_id, last_seen);
create index event_queue_idle on event_queue (last_seen);

-- E-mails to be sent: inserted in the transaction that causes them, deleted when the mail server has accepted them.
-- They are sealed because they contain links whose tokens are stored only as hashes elsewhere. A sender advances
-- `next_try_at` before it sends, so that a failed attempt is retried.
create table mail (
  realm_id bigint not null references realm on delete cascade,
  id bigint generated always as identity,
  kind text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  next_try_at timestamptz not null default now(),
  tries int not null default 0,
  last_error text,
  primary key (realm_id, id)
);
create index mail_due on mail (next_try_at);

create sequence device_id;

-- Clients that receive encrypted notifications. A token is pending until a delivery service has accepted it.
create table device (
  realm_id bigint not null,
  id bigint not null default nextval('device_id'),
  user_id bigint not null,
  push_key_id bigint,
  push_key text,
  token_kind text,
  push_token_id text,
  pending_push_token_id text,
  bouncer_public_key text,
  encrypted_registration text,
  token_updated_at timestamptz,
  error_code text,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index device_user on device (realm_id, user_id);

-- Tokens of clients that support only unencrypted notifications.
create table push_token (
  realm_id bigint not null,
  user_id bigint not null,
  kind text not null,
  token text not null,
  app_id text,
  added_at timestamptz not null default now(),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
-- A hash, because tokens may be longer than an index entry.
create unique index push_token_once on push_token (realm_id, user_id, kind, md5(token));
