-- Up Migration

-- Rate limit of password logins, by the hash of the entered name: one theoretical arrival time per name.
create table login_attempt (
  realm_id bigint not null references realm (id) on delete cascade,
  name_hash bytea not null,
  arrival double precision not null,
  primary key (realm_id, name_hash)
);

-- Invitations to one e-mail address, or reusable links (email is null). Tokens are stored as hashes; the token of a
-- link is also sealed, because its creator may read it.
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
  notifies_inviter boolean not null,
  welcome_text text,
  invited_at timestamptz not null,
  expires_at timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, inviter_id) references realm_user on delete cascade
);
create index invitation_inviter on invitation (realm_id, inviter_id);
create index invitation_email on invitation (realm_id, lower(email)) where email is not null;

-- Number of e-mail invitations of an organization per day.
create table invitation_day (
  realm_id bigint not null references realm on delete cascade,
  day date not null,
  count int not null,
  primary key (realm_id, day)
);

-- Confirmations by a link in an e-mail: of an address at sign-up (possibly with an invitation link), of a new
-- password, or of a new address. Each is valid once.
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

-- Sign-ons that a browser has started at an identity provider and not yet completed.
create table sign_on (
  state_hash bytea primary key,
  realm_id bigint not null references realm on delete cascade,
  sealed bytea not null,
  expires_at timestamptz not null
);
