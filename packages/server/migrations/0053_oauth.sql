-- beside: 0.4.0
-- Programs that users may allow: those that administrators added, and hosts whose programs describe themselves.
create sequence oauth_client_id;

create table oauth_client (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('oauth_client_id'),
  name text not null,
  client_id text,
  host text,
  redirect_uris text[] not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, id),
  unique (realm_id, client_id),
  unique (realm_id, host),
  check ((client_id is null) <> (host is null))
);
alter sequence oauth_client_id owned by oauth_client.id;

-- The grant of such a program. Its token is replaced at each refresh; without a current one, `secret_hash` is random.
alter table credential
  add column client_id text,
  add column client_host text,
  add column resource text,
  add column token_expires_at timestamptz,
  add constraint credential_client_check check (client_id is null or kind = 'grant') not valid;
-- allows: create index (few rows: one for each browser and program of a user)
create index credential_token_end on credential (token_expires_at) where token_expires_at is not null;

-- Codes that programs exchange for tokens. The credential is the session that allowed the program, and after the exchange the grant, so
-- that a code ends with its session, and a code that comes twice ends its grant.
create table authorization_code (
  realm_id bigint not null,
  code_hash bytea not null,
  user_id bigint not null,
  credential_id bigint not null,
  is_used boolean not null default false,
  client_id text not null,
  client_name text not null,
  client_host text,
  redirect_uri text not null,
  challenge text not null,
  resource text not null,
  scopes text[] not null,
  channels bigint[],
  days integer not null,
  expires_at timestamptz not null,
  primary key (realm_id, code_hash),
  foreign key (realm_id, credential_id) references credential on delete cascade,
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index authorization_code_credential on authorization_code (realm_id, credential_id);
create index authorization_code_user on authorization_code (realm_id, user_id);
create index authorization_code_expired on authorization_code (expires_at);

-- Refresh tokens. Used ones stay with their grant, because one that comes again was stolen.
create table refresh_token (
  realm_id bigint not null,
  token_hash bytea not null,
  credential_id bigint not null,
  is_used boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (realm_id, token_hash),
  foreign key (realm_id, credential_id) references credential on delete cascade
);
create index refresh_token_credential on refresh_token (realm_id, credential_id);
