-- Up Migration

create sequence alert_word_id;

-- Words that somebody wants to hear of wherever they are said. The first spelling is kept.
create table alert_word (
  realm_id bigint not null,
  person_id bigint not null,
  id bigint not null default nextval('alert_word_id'),
  word text not null,
  primary key (realm_id, person_id, id),
  foreign key (realm_id, person_id) references person on delete cascade
);
create unique index alert_word_word on alert_word (realm_id, person_id, lower(word));

create table muted_person (
  realm_id bigint not null,
  person_id bigint not null,
  muted_id bigint not null,
  muted_at timestamptz not null,
  primary key (realm_id, person_id, muted_id),
  foreign key (realm_id, person_id) references person on delete cascade,
  foreign key (realm_id, muted_id) references person on delete cascade
);
create index muted_person_muted on muted_person (realm_id, muted_id);

create sequence saved_snippet_id;

create table saved_snippet (
  realm_id bigint not null,
  id bigint not null default nextval('saved_snippet_id'),
  person_id bigint not null,
  title text not null,
  content text not null,
  created_at timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, person_id) references person on delete cascade
);
create index saved_snippet_person on saved_snippet (realm_id, person_id);
