-- Credentials of users: one row per browser (`session`) and per program (`key`), each of which ends alone. Only hashes
-- are stored, so a copy of the database grants no access. `created_at` is the time of the log-in. `expires_at` of a
-- session follows `last_used`, up to the longest life of a session; null means that the credential does not expire.
alter table browser_session rename to credential;
alter table credential rename column token_hash to secret_hash;
alter table credential rename column client to name;
alter table credential
  add column kind text not null default 'session' check (kind in ('session', 'key')),
  add column address text,
  alter column last_used drop not null,
  alter column expires_at drop not null;
alter index browser_session_user rename to credential_user;
alter index browser_session_expired rename to credential_expired;

-- Nodes of the version before read and write sessions here.
create view browser_session as
  select realm_id, id, user_id, secret_hash as token_hash, name as client, created_at, last_used, expires_at
  from credential where kind = 'session';
