-- beside: 0.4.0
-- Imports that owners ask for: a job reads the archive, whose parts are in the file store.
alter table chat_import
  -- The owner who asked for it; null for the operator.
  add column user_id bigint,
  add column file_name text not null default '',
  -- Bytes of the archive, and those that arrived.
  add column size bigint not null default 0,
  add column received bigint not null default 0,
  -- Places of its parts in the file store, in order; empty for archives that the operator gave.
  add column parts text[] not null default '{}',
  add column touched_at timestamptz not null default now(),
  -- Attempts since the last progress.
  add column tries integer not null default 0,
  -- Messages that were looked at, and those of the archive.
  add column progress bigint not null default 0,
  add column total bigint not null default 0,
  -- Contents of the archive by kind and count, from the check before the import.
  add column found jsonb,
  -- Messages of public channels as they were in the archive, to compare.
  add column samples jsonb not null default '[]',
  -- Objects that need a look, by name.
  add column notes jsonb not null default '[]',
  -- The reason of a failure.
  add column problem text,
  add column taken_back_at timestamptz;
-- States are 'receiving', 'checking' (the job reads the archive), 'checked', 'waiting' (for the job to import), 'running',
-- 'done', 'returning' (the job takes it back), 'returned' and 'failed'.

-- The import that made the object; null if it was here before.
alter table imported add column import_id bigint;
