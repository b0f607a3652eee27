-- beside: 0.4.0
create sequence realm_export_id;

-- Exports of the organization that its administrators asked for.
create table realm_export (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('realm_export_id'),
  user_id bigint not null,
  -- 'public' or 'full_with_consent'.
  type text not null,
  -- 'pending' until the archive is in the file store, then 'complete'; 'failed' after the last attempt; 'deleted'.
  state text not null default 'pending',
  requested_at timestamptz not null default now(),
  ended_at timestamptz,
  tries integer not null default 0,
  -- Place of the archive in the file store, and its bytes.
  key text,
  size bigint,
  -- Made by another server, before the organization was imported here.
  is_from_elsewhere boolean not null default false,
  primary key (realm_id, id)
);
create index realm_export_pending on realm_export (requested_at) where state = 'pending';
create index realm_export_complete on realm_export (requested_at) where state = 'complete';
