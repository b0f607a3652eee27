-- beside: 0.4.0
create sequence chat_import_id;

-- Imports from other chats, with their reports.
create table chat_import (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('chat_import_id'),
  -- The kind of the other chat, such as 'slack', and the workspace there: equal for all archives of it.
  source text not null,
  origin text not null,
  -- 'checked' after a dry run, 'running', 'done'.
  state text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  report jsonb not null default '{}',
  primary key (realm_id, id)
);

-- Objects of other chats that are here: `kind` is 'person', 'channel', 'group', 'emoji', 'file' or 'message'. A second
-- import of the same workspace finds them by their ids there.
create table imported (
  realm_id bigint not null references realm (id) on delete cascade,
  origin text not null,
  kind text not null,
  source_id text not null,
  id bigint not null,
  primary key (realm_id, origin, kind, source_id)
);

-- Conversations that an import fills and that nobody reaches yet. `target_id` is the channel that the messages will be
-- in: one that exists, or the id of the channel that will be made; null for direct conversations.
create table import_home (
  realm_id bigint not null references realm (id) on delete cascade,
  origin text not null,
  source_id text not null,
  conversation_id bigint not null,
  target_id bigint,
  is_new boolean not null,
  primary key (realm_id, origin, source_id)
);
