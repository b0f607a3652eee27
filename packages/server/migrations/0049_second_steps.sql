-- beside: 0.4.0
-- Authenticator apps of users, for the second step of a log-in. A row without `confirmed_at` is being set up.
create sequence second_step_id;

create table second_step (
  realm_id bigint not null,
  id bigint not null default nextval('second_step_id'),
  user_id bigint not null,
  kind text not null,
  name text not null,
  sealed bytea not null,
  -- The time step of the last accepted code; codes of this step and of earlier ones are refused.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_used timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
alter sequence second_step_id owned by second_step.id;
create index second_step_user on second_step (realm_id, user_id);

-- Codes for users who lost their authenticator app. A row is deleted when its code is used.
create table recovery_code (
  realm_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, user_id, code_hash),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);

-- Log-ins that passed the first step and wait for the second one.
create table waiting_login (
  realm_id bigint not null,
  state_hash bytea not null,
  user_id bigint not null,
  sealed bytea not null,
  expires_at timestamptz not null,
  primary key (realm_id, state_hash),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index waiting_login_user on waiting_login (realm_id, user_id);
create index waiting_login_expired on waiting_login (expires_at);
