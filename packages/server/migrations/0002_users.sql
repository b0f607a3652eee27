-- Up Migration

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

-- What a bot has beyond a user.
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
  -- When its owner was last told that what the bot says reaches nobody.
  owner_told_at timestamptz,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references realm_user on delete cascade
);
