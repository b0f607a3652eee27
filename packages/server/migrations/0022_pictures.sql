-- Up Migration

create sequence playground_id;

create table playground (
  realm_id bigint not null references realm on delete cascade,
  id bigint not null default nextval('playground_id'),
  name text not null,
  pygments_language text not null,
  url_template text not null,
  primary key (realm_id, id),
  unique (realm_id, pygments_language, name)
);

create sequence custom_emoji_id;

-- Emoji of an organization. Those that cannot be used any more stay, because messages show them. The file is the
-- name of the picture; one that moves has another one beside it that does not.
create table custom_emoji (
  realm_id bigint not null references realm on delete cascade,
  id bigint not null default nextval('custom_emoji_id'),
  name text not null,
  author_id bigint,
  file text not null,
  is_animated boolean not null,
  is_deactivated boolean not null default false,
  primary key (realm_id, id),
  foreign key (realm_id, author_id) references realm_user on delete set null (author_id)
);
create unique index custom_emoji_name on custom_emoji (realm_id, name) where not is_deactivated;

-- Pictures that organizations gave themselves, by their names: `icon`, `logo`, `night_logo`. Each has the name of its
-- file, null when it was taken away, and a version that counts up.
alter table realm add column images jsonb not null default '{}';
