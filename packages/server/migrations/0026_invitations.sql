-- Up Migration

-- An invitation to one address, or (without an address) a link that many may use. Tokens are kept as hashes; that of a
-- link is sealed besides, since its creator may see it again.
create table invitation (
  realm_id bigint not null,
  id bigint generated always as identity,
  inviter_id bigint not null,
  email text,
  token_hash bytea not null unique,
  token_sealed bytea,
  role int not null,
  channel_ids bigint[] not null,
  group_ids bigint[] not null,
  joins_defaults boolean not null,
  tells_inviter boolean not null,
  welcome_text text,
  invited_at timestamptz not null,
  expires_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, inviter_id) references realm_user on delete cascade
);
create index invitation_inviter on invitation (realm_id, inviter_id);
create index invitation_email on invitation (realm_id, lower(email)) where email is not null;

-- How many users an organization invited by mail on a day.
create table invitation_day (
  realm_id bigint not null references realm on delete cascade,
  day date not null,
  count int not null,
  primary key (realm_id, day)
);

-- What somebody has to confirm by following a link in a letter: an address to sign up with, perhaps by an invitation
-- link; a new password; a new address. Each works once.
create table confirmation (
  realm_id bigint not null references realm on delete cascade,
  token_hash bytea not null,
  kind text not null,
  email text not null,
  invitation_id bigint,
  user_id bigint,
  expires_at timestamptz not null,
  primary key (realm_id, token_hash),
  foreign key (realm_id, invitation_id) references invitation on delete cascade,
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
create index confirmation_expired on confirmation (expires_at);

-- A sign-on that a browser has begun at a provider and not yet come back from.
create table sign_on (
  state_hash bytea primary key,
  realm_id bigint not null references realm on delete cascade,
  sealed bytea not null,
  expires_at timestamptz not null
);
