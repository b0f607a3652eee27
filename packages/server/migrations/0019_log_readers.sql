-- beside: 0.2.0
-- Durable readers of the log. Every entry up to `position` is done. A reader with id 0 reads for the whole organization and
-- has work while the head is beyond its position. A reader with another id belongs to a recipient, such as a webhook, and
-- has work up to `wanted`, which a reader of the organization raises. No reader is taken before `due_at`, which is the end
-- of the lease of the node that runs it, or of the backoff after a failure. `skipped_to` is the oldest entry that was left
-- when the log no longer had the ones before.
create table log_reader (
  realm_id bigint not null references realm (id) on delete cascade,
  kind text not null,
  id bigint not null,
  position bigint not null,
  wanted bigint not null default 0,
  due_at timestamptz not null default now(),
  tries int not null default 0,
  failing_since timestamptz,
  last_error text,
  paused_at timestamptz,
  skipped_to bigint,
  primary key (realm_id, kind, id)
);
-- Readers at rest are in none of these indexes, so finding work costs nothing for them.
create index log_reader_organization on log_reader (realm_id, kind) where id = 0;
create index log_reader_waiting on log_reader (realm_id, due_at) where wanted > position and paused_at is null;
create index log_reader_paused on log_reader (kind) where paused_at is not null;
