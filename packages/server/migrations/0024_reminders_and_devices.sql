-- Up Migration

create sequence reminder_id;

-- `content` is what was quoted when the reminder was made; what is sent quotes the message as it is then.
create table reminder (
  realm_id bigint not null,
  id bigint not null default nextval('reminder_id'),
  person_id bigint not null,
  message_id bigint not null,
  note text not null,
  content text not null,
  rendered text not null,
  due_at timestamptz not null,
  has_failed boolean not null default false,
  taken_until timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, person_id) references person on delete cascade
);
create index reminder_person on reminder (realm_id, person_id, due_at);
create index reminder_due on reminder (due_at) where not has_failed;
