-- Up Migration

create sequence attachment_id;

-- A file that somebody uploaded. `key` is where its bytes are; `path_id` is the end of its address. `state`: 'arriving'
-- before its bytes are safe, 'kept', and 'leaving' when it is gone for everybody but its bytes may still be there.
create table attachment (
  realm_id bigint not null,
  id bigint not null default nextval('attachment_id'),
  user_id bigint not null,
  path_id text not null,
  name text not null,
  key text not null,
  size bigint not null,
  content_type text not null,
  created_at timestamptz not null,
  state text not null,
  -- Since when no message refers to it; null while one does.
  unused_since timestamptz,
  -- Only for pictures of which there is a small copy.
  width integer,
  height integer,
  frames integer,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create unique index attachment_path on attachment (realm_id, path_id);
create index attachment_user on attachment (realm_id, user_id, id);
create index attachment_unused on attachment (unused_since) where unused_since is not null;

-- Which messages refer to which files.
create table attachment_message (
  realm_id bigint not null,
  attachment_id bigint not null,
  message_id bigint not null,
  primary key (realm_id, attachment_id, message_id),
  foreign key (realm_id, attachment_id) references attachment on delete cascade,
  foreign key (realm_id, message_id) references message on delete cascade
);
create index attachment_message_message on attachment_message (realm_id, message_id);

-- How many bytes the files of an organization have, those that arrive included.
create table upload_space (
  realm_id bigint primary key references realm (id) on delete cascade,
  used bigint not null
);

-- A file that arrives in pieces. Each piece is a file of its own in the store.
create table partial_upload (
  realm_id bigint not null,
  id text not null,
  user_id bigint not null,
  size bigint not null,
  metadata jsonb not null,
  -- Names of the pieces in their order, and how far they reach together.
  pieces text[] not null,
  received bigint not null,
  touched_at timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index partial_upload_touched on partial_upload (touched_at);
