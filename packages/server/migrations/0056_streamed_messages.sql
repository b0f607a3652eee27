-- beside: 0.4.0
-- Texts of messages that are still being written. Every piece updates the row, so that whatever was answered survives a
-- node: pages have room for the next version of their rows, and no column that changes has an index.
create table streamed_message (
  realm_id bigint not null,
  message_id bigint not null,
  sender_id bigint not null,
  content text not null,
  -- Characters that readers were told of.
  published int not null default 0,
  stored_at timestamptz not null,
  touched_at timestamptz not null default now(),
  is_ended boolean not null default false,
  primary key (realm_id, message_id),
  foreign key (realm_id, message_id) references message on delete cascade
) with (fillfactor = 50);
create index streamed_message_sender on streamed_message (realm_id, sender_id);
