-- Up Migration

create sequence draft_id;

-- `recipients` holds one channel, or users in ascending order; which of the two, says `type`.
create table draft (
  realm_id bigint not null,
  id bigint not null default nextval('draft_id'),
  user_id bigint not null,
  type text not null,
  recipients bigint[] not null,
  topic text not null,
  content text not null,
  edited_at timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index draft_user on draft (realm_id, user_id, edited_at);

create table navigation_view (
  realm_id bigint not null,
  user_id bigint not null,
  fragment text not null,
  is_pinned boolean not null,
  name text,
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
-- Fragments and names have no limit of their own; an index entry has.
create unique index navigation_view_fragment on navigation_view (realm_id, user_id, md5(fragment));
create unique index navigation_view_name on navigation_view (realm_id, user_id, md5(name));
