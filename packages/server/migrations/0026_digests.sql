-- beside: 0.2.0
-- The last week for which a digest of each user was decided, as its Monday in UTC.
create table digest (
  realm_id bigint not null,
  user_id bigint not null,
  week date not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
