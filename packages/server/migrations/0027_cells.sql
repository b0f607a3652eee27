-- beside: 0.2.0
-- allows: computed default (rows are short; a rewrite of a million takes about a second)
-- allows: constraint (rows are short; an index on a million takes about a second)
-- The cell that this database belongs to, and the address of its nodes. Organizations that a cell creates have ids of its
-- own range, so ids are unique in all cells.
create table cell (
  is_only boolean primary key default true check (is_only),
  number integer not null check (number >= 0),
  external_host text not null,
  scheme text not null
);

-- Organizations that are arriving in this cell, or that have departed to another one. No node writes rows of them
-- (`keep_home`). `url` is its address in the other cell; `late` has the rows that go over at the switch, in
-- their old cell, until they are inserted in the new one. `target_epoch` is the epoch of the new cell that was compared.
create table realm_transfer (
  realm_id bigint primary key,
  state text not null check (state in ('arriving', 'departed')),
  subdomain text not null,
  cell integer not null,
  url text not null,
  late jsonb,
  target_epoch uuid,
  is_clean boolean not null default false,
  at timestamptz not null default now()
);
create index realm_transfer_subdomain on realm_transfer (subdomain);

-- The last row that a move replicates: its arrival proves that everything before it has arrived.
create table transfer_mark (
  realm_id bigint primary key,
  mark bigint not null
);

-- How often the organization has moved. Of two copies, such as one of a restored backup, the higher number is current.
alter table realm add column moves integer not null default 0;

-- Rows that are changed or deleted are replicated by a key that contains the organization.
alter table navigation_view add column id bigint generated always as identity;
alter table navigation_view add primary key (realm_id, id);
alter table push_token add column id bigint generated always as identity;
alter table push_token add primary key (realm_id, id);
alter table topic_policy add column id bigint generated always as identity;
alter table topic_policy add primary key (realm_id, id);
alter table sign_on replica identity full;
alter table call_authorization replica identity full;
