-- beside: 0.2.0
create sequence event_subscription_id;

-- Webhooks that receive the events of their owner. The cursor is a row of `log_reader` with the kind `subscription`.
create table event_subscription (
  realm_id bigint not null,
  id bigint not null default nextval('event_subscription_id'),
  user_id bigint not null,
  url text not null,
  client_options jsonb not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index event_subscription_user on event_subscription (realm_id, user_id);

create sequence event_subscription_secret_id;

-- Secrets of signatures. A subscription has one without `expires_at`, and for a day after a rotation the one before.
create table event_subscription_secret (
  realm_id bigint not null,
  id bigint not null default nextval('event_subscription_secret_id'),
  subscription_id bigint not null,
  sealed bytea not null,
  expires_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, subscription_id) references event_subscription on delete cascade
);
create index event_subscription_secret_of on event_subscription_secret (realm_id, subscription_id);

-- The newest attempts of each subscription.
create table event_delivery (
  realm_id bigint not null,
  subscription_id bigint not null,
  id bigint generated always as identity,
  event_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  duration_ms integer not null,
  url text not null,
  request text not null,
  status integer,
  response text,
  error text,
  primary key (realm_id, subscription_id, id),
  foreign key (realm_id, subscription_id) references event_subscription on delete cascade
);
