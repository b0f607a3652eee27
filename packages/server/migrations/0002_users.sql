-- Up Migration

create sequence user_id;

-- Human users and bots. `settings` contains only values that differ from the contract's defaults; `chosen_settings`
-- names the settings that the user has changed at least once. API keys are looked up by hash; the key itself is
-- sealed with the server's secret, so a copy of the database grants no access. `name_key` is the full name,
-- normalized for comparison.
create table realm_user (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('user_id'),
  delivery_email text not null,
  email_visibility smallint not null default 1,
  full_name text not null,
  name_key text not null default '',
  role smallint not null,
  is_active boolean not null default true,
  is_full_member boolean not null default true,
  is_imported_stub boolean not null default false,
  is_deleted boolean not null default false,
  bot_type smallint,
  bot_owner_id bigint,
  date_joined timestamptz not null default now(),
  timezone text not null default '',
  avatar_source text not null default 'J',
  avatar_version integer not null default 1,
  settings jsonb not null default '{}',
  chosen_settings text[] not null default '{}',
  password_hash text,
  key_hash bytea not null unique,
  key_sealed bytea not null,
  can_create_users boolean not null default false,
  can_change_user_emails boolean not null default false,
  rate_limits text not null default '',
  -- Set for accounts that an administrator or the API created, until the first login sets date_joined.
  awaits_first_login boolean not null default false,
  primary key (realm_id, id)
);
create unique index user_email on realm_user (realm_id, lower(delivery_email));
create index user_name on realm_user (realm_id, name_key);
create index user_owner on realm_user (realm_id, bot_owner_id) where bot_owner_id is not null;

-- Roles of a user by the log position from which they apply. They decide whether an older event was for the user.
create table user_role (
  realm_id bigint not null,
  user_id bigint not null,
  from_position bigint not null,
  role smallint not null,
  primary key (realm_id, user_id, from_position),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);

-- Status of each user. A row with empty values records that a status was set before.
create table user_status (
  realm_id bigint not null,
  user_id bigint not null,
  status_text text not null default '',
  emoji_name text not null default '',
  emoji_code text not null default '',
  reaction_type text not null default 'unicode_emoji',
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);

-- Counters of presence updates. Each change of presence takes the next number of its organization, so a client can
-- request the changes since a number. The row is locked while numbers are assigned: a reader that sees one sees all
-- lower ones. Neither table has foreign keys, because writes must not wait for locks of users and organizations,
-- whose holders may write here too.
create table presence_head (
  realm_id bigint primary key,
  last_id bigint not null default 0
) with (fillfactor = 50);

-- Presence of each user.
create table presence (
  realm_id bigint not null,
  user_id bigint not null,
  -- Time at which the user was last active; null if only a connected device was reported.
  active_at timestamptz,
  -- Time at which a device was last connected.
  idle_at timestamptz not null,
  update_id bigint not null,
  primary key (realm_id, user_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create unique index presence_update on presence (realm_id, update_id);

create sequence profile_field_id;

create table profile_field (
  realm_id bigint not null references realm (id) on delete cascade,
  id bigint not null default nextval('profile_field_id'),
  name text not null,
  hint text not null default '',
  type smallint not null,
  field_data text not null default '',
  display_order bigint not null,
  is_required boolean not null default false,
  is_editable_by_user boolean not null default true,
  is_in_summary boolean not null default false,
  is_for_matching boolean not null default false,
  primary key (realm_id, id),
  unique (realm_id, name)
);

create table profile_value (
  realm_id bigint not null,
  user_id bigint not null,
  field_id bigint not null,
  value text not null,
  rendered text,
  primary key (realm_id, user_id, field_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade,
  foreign key (realm_id, field_id) references profile_field on delete cascade
);
create index profile_value_field on profile_value (realm_id, field_id);

-- Properties of bots that other users do not have.
create table bot (
  realm_id bigint not null,
  user_id bigint not null,
  default_all_public_streams boolean not null default false,
  default_sending_channel_id bigint,
  default_events_channel_id bigint,
  payload_url text,
  interface smallint,
  service_token text,
  config jsonb not null default '{}',
  -- Time of the last notice to the owner that messages of the bot reach no user.
  owner_notified_at timestamptz,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);

-- Key-value storage of bots. `size` counts the characters of key and value, so that a sum need not read them.
create table bot_storage (
  realm_id bigint not null,
  user_id bigint not null,
  key text not null,
  value text not null,
  size int not null generated always as (char_length(key) + char_length(value)) stored,
  primary key (realm_id, user_id, key),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);

create sequence custom_emoji_id;

-- Emoji of an organization. Deactivated emoji are kept because messages show them. `file` is the name of the image;
-- an animated image has a still image next to it.
create table custom_emoji (
  realm_id bigint not null references realm on delete cascade,
  id bigint not null default nextval('custom_emoji_id'),
  name text not null,
  author_id bigint,
  file text not null,
  is_animated boolean not null,
  is_deactivated boolean not null default false,
  primary key (realm_id, id),
  foreign key (realm_id, author_id) references realm_user on delete set null (author_id)
);
create unique index custom_emoji_name on custom_emoji (realm_id, name) where not is_deactivated;
