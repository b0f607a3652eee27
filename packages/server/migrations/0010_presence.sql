-- Up Migration

-- Who was there when. Each change of a row takes the next number of its organization, so that a client can ask
-- for what changed since a number. Numbers are given while the organization's row of presence_head is locked:
-- whoever sees one sees all lower ones. Neither table refers to others, because writing must not wait for the
-- locks of users and organizations: whoever changes those may want to write here too.
create table presence_head (
  realm_id bigint primary key,
  last_id bigint not null default 0
) with (fillfactor = 50);

create table presence (
  realm_id bigint not null,
  user_id bigint not null,
  -- The last time that the user was at a device; null if only devices were seen.
  active_at timestamptz,
  -- The last time that a device was connected.
  idle_at timestamptz not null,
  update_id bigint not null,
  primary key (realm_id, user_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create unique index presence_update on presence (realm_id, update_id);

create function hold_presence(realms bigint[]) returns void language plpgsql as $$
begin
  insert into presence_head (realm_id)
  select distinct r from unnest(realms) as r order by r on conflict do nothing;
  perform from presence_head where realm_id = any (realms) order by realm_id for update;
end
$$;

-- Notes reports of many users, each at most once, in seconds since 1970; `active` is null where only a device was
-- seen. Times closer than `distance` to the known ones are not worth a change, and whoever does not want to be seen
-- is not noted. Answers how each is noted now and when it was active before.
create function note_presence(
  realms bigint[], users bigint[], idle float8[], active float8[], distance float8
) returns table (
  realm_id bigint, user_id bigint, active_at timestamptz, idle_at timestamptz,
  was_active_at timestamptz, is_new boolean, is_changed boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  least_distance interval := make_interval(secs => distance);
begin
  perform hold_presence(realms);
  return query
  with given as (
    select g.realm_id, g.user_id, to_timestamp(g.idle) as idle_at, to_timestamp(g.active) as active_at
    from unnest(realms, users, idle, active) as g (realm_id, user_id, idle, active)
    join realm_user on realm_user.realm_id = g.realm_id and realm_user.id = g.user_id
    where coalesce((realm_user.settings ->> 'presence_enabled')::boolean, true)
  ), merged as (
    select g.realm_id, g.user_id,
      greatest(p.idle_at, g.idle_at) as idle_at, greatest(p.active_at, g.active_at) as active_at,
      p.active_at as was_active_at, p.realm_id is null as is_new,
      p.realm_id is null
        or g.idle_at - p.idle_at > least_distance
        or (g.active_at is not null
            and (p.active_at is null or g.active_at - p.active_at > least_distance)) as is_changed
    from given g left join presence p on p.realm_id = g.realm_id and p.user_id = g.user_id
  ), numbered as (
    select m.*, h.last_id + row_number() over (partition by m.realm_id order by m.user_id) as update_id
    from merged m join presence_head h on h.realm_id = m.realm_id
    where m.is_changed
  ), stored as (
    insert into presence (realm_id, user_id, active_at, idle_at, update_id)
    select n.realm_id, n.user_id, n.active_at, n.idle_at, n.update_id from numbered n
    on conflict (realm_id, user_id) do update
    set active_at = excluded.active_at, idle_at = excluded.idle_at, update_id = excluded.update_id
  ), counted as (
    update presence_head h set last_id = n.newest
    from (select realm_id, max(update_id) as newest from numbered group by realm_id) n
    where h.realm_id = n.realm_id
  )
  select m.realm_id, m.user_id, m.active_at, m.idle_at, m.was_active_at, m.is_new, m.is_changed
  from merged m;
end
$$;

-- Lets somebody look as if gone since a moment, if the user was seen after it. Answers whether so.
create function hide_presence(in_realm bigint, in_user bigint, since timestamptz) returns boolean
language plpgsql as $$
begin
  perform hold_presence(array[in_realm]);
  update presence p
  set idle_at = since,
      active_at = case when p.active_at > since then since else p.active_at end,
      update_id = h.last_id + 1
  from presence_head h
  where p.realm_id = in_realm and p.user_id = in_user and h.realm_id = in_realm and p.idle_at > since;
  if not found then return false; end if;
  update presence_head set last_id = last_id + 1 where realm_id = in_realm;
  return true;
end
$$;

-- What somebody says about oneself at the moment. A row that says nothing remembers that something was said once.
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
