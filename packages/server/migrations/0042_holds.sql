-- beside: 0.4.0
create sequence hold_id;

-- Users and channels whose messages and files are kept: nothing edits, moves or deletes them until the hold is released.
create table hold (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('hold_id'),
  user_id bigint,
  channel_id bigint,
  reason text not null,
  creator_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user,
  foreign key (realm_id, channel_id) references channel,
  foreign key (realm_id, creator_id) references realm_user,
  check (num_nonnulls(user_id, channel_id) = 1)
);
create index hold_user on hold (realm_id, user_id) where user_id is not null;
create index hold_channel on hold (realm_id, channel_id) where channel_id is not null;
