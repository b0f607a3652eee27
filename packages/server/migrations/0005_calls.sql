-- Up Migration

-- A user's token of the video-call provider, sealed with the server's secret. Until `refreshing_until` one
-- request is refreshing it and the others wait.
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

-- An authorization that a browser has begun and not yet come back from.
create table call_authorization (
  state_hash bytea primary key,
  realm_id bigint not null,
  user_id bigint not null,
  provider text not null,
  sealed bytea not null,
  expires_at timestamptz not null,
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
