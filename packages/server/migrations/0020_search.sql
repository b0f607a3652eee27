-- beside: 0.2.0
-- Builds of the search index of an organization, by one version of the tokenizer each. Messages up to `upto` are in the
-- segments of the build. Searches use the newest build with `ready_at` whose tokenizer the node knows.
create sequence search_build_id;
create table search_build (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('search_build_id'),
  tokenizer smallint not null,
  upto bigint not null default 0,
  ready_at timestamptz,
  primary key (realm_id, id)
);

-- Segments cover ranges of ids that do not overlap, except amendments, which hold messages that were edited or moved
-- after they were indexed. `revision` increases when pages of the segment change, which only deletions cause.
create sequence search_segment_id;
create table search_segment (
  realm_id bigint not null,
  id bigint not null default nextval('search_segment_id'),
  build_id bigint not null,
  is_amendment boolean not null,
  level smallint not null,
  first_id bigint not null,
  last_id bigint not null,
  revision integer not null default 0,
  primary key (realm_id, id),
  foreign key (realm_id, build_id) references search_build on delete cascade
);
create index search_segment_build on search_segment (realm_id, build_id, first_id);

-- Pages of segments: tokens in their order, each with the ids of its messages. A page is smaller than a block, and is
-- stored in its row.
create table search_page (
  realm_id bigint not null,
  segment_id bigint not null,
  first_key bytea not null,
  number integer not null,
  data bytea not null,
  primary key (realm_id, segment_id, first_key, number),
  foreign key (realm_id, segment_id) references search_segment on delete cascade
) with (autovacuum_vacuum_scale_factor = 0.05);
alter table search_page alter column data set storage plain;

-- Messages that were edited, moved or deleted, until all builds in `builds` have taken the change up. `revision`
-- differs after every change.
create sequence search_change_revision;
create table search_change (
  realm_id bigint not null references realm (id) on delete cascade,
  message_id bigint not null,
  is_gone boolean not null,
  revision bigint not null default nextval('search_change_revision'),
  builds bigint[] not null default '{}',
  changed_at timestamptz not null default now(),
  primary key (realm_id, message_id)
);
