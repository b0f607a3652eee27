-- beside: 0.3.0
-- The version of the list of users with which each user changed last (`raise_users_version`). Whoever has the list of an
-- older version needs only these users. Users who have not changed since this migration have no row.
create table user_change (
  realm_id bigint not null references realm on delete cascade,
  user_id bigint not null,
  version bigint not null,
  primary key (realm_id, user_id)
);
create index user_change_version on user_change (realm_id, version);

-- The version of what groups, channels and presence take from users: who is active, and in which role.
alter table realm_head add column roster bigint not null default 0;
