-- beside: 0.4.0
-- Messages of deactivated users that an administrator has deleted with the account, until a job has removed them.
-- `conversations` are 'public' and 'private' for channels, and 'direct'.
create table message_removal (
  realm_id bigint not null,
  user_id bigint not null,
  conversations text[] not null,
  requested_at timestamptz not null default now(),
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
