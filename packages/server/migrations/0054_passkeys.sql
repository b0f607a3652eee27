-- beside: 0.4.0
-- Passkeys are second steps. `sealed` has the credential, and `last_step` its counter.
alter table second_step add column passkey_hash bytea;
-- allows: create index (few rows: one for each second step of a user)
create unique index second_step_passkey on second_step (realm_id, passkey_hash) where passkey_hash is not null;

-- Challenges that passkeys answer once. The hash names the session or log-in for which one was made.
create table passkey_challenge (
  realm_id bigint not null references realm on delete cascade,
  binding_hash bytea not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (realm_id, binding_hash)
);
create index passkey_challenge_expired on passkey_challenge (expires_at);
