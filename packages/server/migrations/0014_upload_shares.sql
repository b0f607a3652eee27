-- Bytes that the files of a user take, including files in state 'arriving' and the announced size of uploads in pieces.
-- A trigger counts them (`count_upload_space`); the first change of a user's files adds the row.
create table user_upload_space (
  realm_id bigint not null,
  user_id bigint not null,
  used bigint not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);

-- Announced size of the organization's unfinished uploads in pieces.
alter table upload_space add column reserved bigint not null default 0;

-- False from the time at which the complete file has a row of its own.
alter table partial_upload add column is_counted boolean not null default true;
create index partial_upload_user on partial_upload (realm_id, user_id);
