-- Up Migration

create sequence user_group_id;

-- Named groups, and anonymous groups (name is null) that exist only as the value of a permission. Members of system
-- groups follow from roles and have no rows.
create table user_group (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('user_group_id'),
  name text,
  description text not null default '',
  is_system boolean not null default false,
  creator_id bigint,
  created_at timestamptz,
  is_deactivated boolean not null default false,
  permissions jsonb not null default '{}',
  primary key (realm_id, id),
  unique (realm_id, name)
);

create table group_member (
  realm_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (realm_id, group_id, user_id),
  foreign key (realm_id, group_id) references user_group on delete cascade,
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index group_member_user on group_member (realm_id, user_id);

create table group_subgroup (
  realm_id bigint not null,
  group_id bigint not null,
  subgroup_id bigint not null,
  primary key (realm_id, group_id, subgroup_id),
  foreign key (realm_id, group_id) references user_group on delete cascade,
  foreign key (realm_id, subgroup_id) references user_group on delete cascade
);
create index group_subgroup_inside on group_subgroup (realm_id, subgroup_id);
