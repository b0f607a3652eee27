-- beside: 0.4.0
-- Tokens with which a directory writes people and groups (SCIM). They belong to the organization, not to the owner who made them.
create sequence directory_token_id;
create table directory_token (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('directory_token_id'),
  name text not null,
  token_hash bytea not null,
  token_end text not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used timestamptz,
  primary key (realm_id, id),
  unique (realm_id, token_hash)
);
alter sequence directory_token_id owned by directory_token.id;

-- The identifiers that the directory gives to user groups.
create table directory_group (
  realm_id bigint not null,
  group_id bigint not null,
  external_id text not null,
  primary key (realm_id, group_id),
  unique (realm_id, external_id),
  foreign key (realm_id, group_id) references user_group on delete cascade
);
