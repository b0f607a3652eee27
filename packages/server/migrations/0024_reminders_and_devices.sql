-- Up Migration

create sequence reminder_id;

-- `content` is what was quoted when the reminder was made; what is sent quotes the message as it is then.
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

create sequence device_id;

-- A client that wants encrypted notifications. The token is pending until a service that delivers has taken it.
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

-- Tokens of clients that know only plain notifications.
create table push_token (
  realm_id bigint not null,
  user_id bigint not null,
  kind text not null,
  token text not null,
  app_id text,
  added_at timestamptz not null default now(),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
-- Tokens are longer than an index entry may be.
create unique index push_token_once on push_token (realm_id, user_id, kind, md5(token));
