-- Begins a new epoch, unless another node has ended `ended` already; returns the epoch that goes on. The part of the
-- history that was lost may have issued any position, id and version up to some margin, so all of them jump ahead by
-- it. The margin grows with the time that the lost part can have taken.
create or replace function begin_epoch(ended uuid, at_least bigint, why text)
returns table (number bigint, token uuid) language plpgsql as $$
declare
  known epoch;
  lost_seconds bigint;
  margin bigint;
  counter regclass;
begin
  select * into strict known from epoch for update;
  if known.token = ended then
    lost_seconds := greatest(0, ceil(extract(epoch from clock_timestamp() - known.seen_at)));
    -- A million entries for each epoch that this row does not know, 1,000 a second for a day, and 100 a second before
    -- it. The time keeps two histories apart that began with the same row.
    margin := 1000000 * (greatest(known.number, at_least) + 1 - known.number)
      + 1000 * least(lost_seconds, 86400) + 100 * greatest(lost_seconds - 86400, 0);
    perform set_config('parley.begins_epoch', 'true', true);
    delete from event_queue;
    delete from lost_queue;
    update vocabulary_version set version = version + margin;
    update channel set subscribers_version = subscribers_version + margin;
    update presence_head set last_id = last_id + margin;
    for counter in
      select s.seqrelid::regclass from pg_sequence s join pg_class c on c.oid = s.seqrelid
      where c.relnamespace = (select relnamespace from pg_class where oid = 'epoch'::regclass)
        and s.seqtypid = 'bigint'::regtype
    loop
      perform setval(counter, nextval(counter) + 10000 + lost_seconds);
    end loop;
    -- Last, as in every transaction: writers wait for their head while they hold other rows.
    perform from realm_head order by realm_id for update;
    update realm_head set head = head + margin, access_version = access_version + margin,
      users = users + margin, groups = groups + margin, channels = channels + margin;
    update epoch e set number = greatest(e.number, at_least) + 1, token = gen_random_uuid(),
      system_identifier = (select s.system_identifier from pg_control_system() s),
      timeline = server_timeline(), table_id = 'epoch'::regclass::oid::bigint,
      reason = why, began_at = clock_timestamp(), seen_at = clock_timestamp();
  end if;
  return query select e.number, e.token from epoch e;
end
$$;
