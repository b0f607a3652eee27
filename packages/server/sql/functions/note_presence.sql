-- Stores presence reports, at most one per user, in seconds since 1970; `active` is null where only a device was
-- reported. Changes smaller than `distance` are ignored, as are users who hide their presence. Returns the stored
-- times and the previous active time.
--
-- Clients receive a change if it has a new update id. A user who stays gets one every two minutes, not with each report,
-- which is often enough for clients to show the user as online (`OFFLINE_MS`); a user who comes back gets one at once.
create or replace function note_presence(
  realms bigint[], users bigint[], idle float8[], active float8[], distance float8
) returns table (
  realm_id bigint, user_id bigint, active_at timestamptz, idle_at timestamptz,
  was_active_at timestamptz, is_new boolean, is_changed boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  least_distance interval := make_interval(secs => distance);
  told_every constant int := 120;
begin
  perform lock_presence(realms);
  return query
  with given as (
    select g.realm_id, g.user_id, to_timestamp(g.idle) as idle_at, to_timestamp(g.active) as active_at
    from unnest(realms, users, idle, active) as g (realm_id, user_id, idle, active)
    join realm_user on realm_user.realm_id = g.realm_id and realm_user.id = g.user_id
    where coalesce((realm_user.settings ->> 'presence_enabled')::boolean, true)
  ), merged as (
    select g.realm_id, g.user_id, g.user_id * 7 % told_every as turn,
      greatest(p.idle_at, g.idle_at) as idle_at, greatest(p.active_at, g.active_at) as active_at,
      p.active_at as was_active_at, p.idle_at as was_idle_at, p.update_id as last_told, p.realm_id is null as is_new,
      p.realm_id is null
        or g.idle_at - p.idle_at > least_distance
        or (g.active_at is not null
            and (p.active_at is null or g.active_at - p.active_at > least_distance)) as is_changed
    from given g left join presence p on p.realm_id = g.realm_id and p.user_id = g.user_id
  ), judged as (
    select m.*,
      m.is_new
        or (m.active_at is not null and m.was_active_at is null)
        or m.active_at - m.was_active_at >= make_interval(secs => told_every)
        or m.idle_at - m.was_idle_at >= make_interval(secs => told_every)
        or (m.turn + extract(epoch from m.idle_at)::bigint) / told_every
          <> (m.turn + extract(epoch from m.was_idle_at)::bigint) / told_every as is_told
    from merged m
    where m.is_changed
  ), numbered as (
    select j.*, h.last_id + count(*) filter (where j.is_told) over (partition by j.realm_id order by j.user_id) as next_id
    from judged j join presence_head h on h.realm_id = j.realm_id
  ), stored as (
    insert into presence (realm_id, user_id, active_at, idle_at, update_id)
    select n.realm_id, n.user_id, n.active_at, n.idle_at, case when n.is_told then n.next_id else n.last_told end
    from numbered n
    on conflict (realm_id, user_id) do update
    set active_at = excluded.active_at, idle_at = excluded.idle_at, update_id = excluded.update_id
  ), counted as (
    update presence_head h set last_id = n.newest
    from (select realm_id, max(next_id) as newest from numbered where is_told group by realm_id) n
    where h.realm_id = n.realm_id
  )
  select m.realm_id, m.user_id, m.active_at, m.idle_at, m.was_active_at, m.is_new, m.is_changed
  from merged m;
end
$$;
