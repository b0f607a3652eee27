-- beside: 0.3.0
-- The code with which the first organization of a server is made: one row, until there is an organization. The code is
-- derived from `seed` and the secret of the server, so that all nodes print the same one and a copy of the database
-- does not have it.
create table setup_code (
  is_only boolean primary key default true check (is_only),
  seed bytea not null,
  expires_at timestamptz not null,
  attempts integer not null default 0
);
