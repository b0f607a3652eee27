-- Up Migration

-- Mail that has to be sent: written in the transaction that causes it, deleted when the mail server has taken it. The
-- letter is sealed, since it holds links whose tokens are otherwise kept as hashes only. Who takes a row to send it
-- moves `next_try_at` first, so that it is tried again whatever happens to them.
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
