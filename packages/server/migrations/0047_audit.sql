-- beside: 0.4.0
-- The end of each organization's chain of audit entries, and its start: entries before it were removed by their retention.
create table audit_head (
  realm_id bigint primary key references realm (id) on delete cascade,
  number bigint not null default 0,
  hash bytea not null default '\x',
  start bigint not null default 0,
  start_hash bytea not null default '\x'
);

-- Acts of administrators, users and operators. Rows are only added: see `guard_audit`. The body is the text that the hash covers,
-- with the hash of the entry before; the other columns repeat parts of it for queries.
create table audit_entry (
  realm_id bigint not null references realm (id) on delete cascade,
  number bigint not null,
  at timestamptz not null,
  kind text not null,
  action text not null,
  actor_id bigint,
  object_type text,
  object_id bigint,
  -- Names of the values that changed.
  fields text[] not null,
  body text not null,
  hash bytea not null,
  primary key (realm_id, number)
);
create index audit_entry_kind on audit_entry (realm_id, kind, number);
create index audit_entry_actor on audit_entry (realm_id, actor_id, number);
create index audit_entry_object on audit_entry (realm_id, object_type, object_id, number);

-- The personal parts of audit entries. The body has a salted hash of each, so a part can be removed with its user while the chain
-- stays valid.
create table audit_part (
  realm_id bigint not null references realm (id) on delete cascade,
  number bigint not null,
  part smallint not null,
  user_id bigint,
  salt bytea not null,
  content text not null,
  primary key (realm_id, number, part)
);
create index audit_part_user on audit_part (realm_id, user_id) where user_id is not null;

-- Days for which audit entries are kept; null for ever.
alter table realm add column audit_retention_days integer check (audit_retention_days >= 30);
