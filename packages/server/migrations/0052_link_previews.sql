-- beside: 0.4.0
-- Messages that link to pages whose previews are still to be fetched. Claims and edits raise `round`: a claim that is
-- older than an edit leaves the row.
create table page_job (
  realm_id bigint not null,
  message_id bigint not null,
  round int not null default 0,
  tries int not null default 0,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  primary key (realm_id, message_id),
  foreign key (realm_id, message_id) references message on delete cascade
);
create index page_job_due on page_job (due_at);

-- Pages that were fetched; `preview` is null for pages without one.
create table page_preview (
  realm_id bigint not null,
  url_hash bytea not null,
  preview jsonb,
  fetched_at timestamptz not null default now(),
  primary key (realm_id, url_hash)
);
create index page_preview_fetched on page_preview (fetched_at);
