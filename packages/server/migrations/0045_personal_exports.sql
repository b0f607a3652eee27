-- beside: 0.4.0
create sequence personal_export_id;

-- Exports of everything stored about a user, which the user asked for.
create table personal_export (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('personal_export_id'),
  user_id bigint not null,
  -- 'pending' until the archive is in the file store, then 'ready'; 'failed' after the last attempt.
  state text not null default 'pending',
  requested_at timestamptz not null default now(),
  ended_at timestamptz,
  tries integer not null default 0,
  -- Place of the archive in the file store, and its bytes.
  key text,
  size bigint,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index personal_export_user on personal_export (realm_id, user_id);
create index personal_export_pending on personal_export (requested_at) where state = 'pending';
