-- Up Migration

-- What bots keep on the server. The size counts characters of key and text, so that a sum need not read them.
create table bot_storage (
  realm_id bigint not null,
  user_id bigint not null,
  key text not null,
  value text not null,
  size int not null generated always as (char_length(key) + char_length(value)) stored,
  primary key (realm_id, user_id, key),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
