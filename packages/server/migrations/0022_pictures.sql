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
