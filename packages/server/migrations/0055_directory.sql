-- beside: 0.4.0
-- People as a provider or directory knows them, so that a changed address leads to the same account.
create table identity (
  realm_id bigint not null,
  provider text not null,
  subject text not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, provider, subject),
  unique (realm_id, user_id, provider),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);

-- Rules of the owners of an organization for people of the sign-on provider.
create table directory_rules (
  realm_id bigint primary key references realm (id) on delete cascade,
  rules jsonb not null
);
