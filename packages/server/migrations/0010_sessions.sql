-- Up Migration

-- Sessions of browsers. Only the hash of the cookie's token is stored, so a copy of the database does not grant access.
-- `expires_at` follows `last_used`, which nodes update every few minutes, up to the longest life of a session.
create table browser_session (
  realm_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null unique,
  client text not null,
  created_at timestamptz not null default now(),
  last_used timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index browser_session_user on browser_session (realm_id, user_id);
create index browser_session_expired on browser_session (expires_at);
