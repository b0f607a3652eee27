-- Up Migration

create sequence alert_word_id;

-- Words that somebody wants to hear of wherever they are said. The first spelling is kept.
create table alert_word (
  realm_id bigint not null,
  user_id bigint not null,
  id bigint not null default nextval('alert_word_id'),
  word text not null,
  primary key (realm_id, user_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create unique index alert_word_word on alert_word (realm_id, user_id, lower(word));

create table muted_user (
  realm_id bigint not null,
  user_id bigint not null,
  muted_id bigint not null,
  muted_at timestamptz not null,
  primary key (realm_id, user_id, muted_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade,
  foreign key (realm_id, muted_id) references realm_user on delete cascade
);
create index muted_user_muted on muted_user (realm_id, muted_id);

create sequence saved_snippet_id;

create table saved_snippet (
  realm_id bigint not null,
  id bigint not null default nextval('saved_snippet_id'),
  user_id bigint not null,
  title text not null,
  content text not null,
  created_at timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index saved_snippet_user on saved_snippet (realm_id, user_id);
