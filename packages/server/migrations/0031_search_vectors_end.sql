-- beside: 0.3.0
-- The search index replaces the vectors in the table of messages, which 0.2.0 searched and 0.3.0 still wrote.
do $$
declare
  missing bigint;
begin
  select count(*) into missing from realm_head h
  where h.head > 4096
    and not exists (select from search_build b where b.realm_id = h.realm_id and b.ready_at is not null);
  if missing > 0 then
    raise exception 'The search index of % organizations is not built yet.', missing
      using hint = 'Run release 0.3.0 until it is: a few minutes for each million messages.';
  end if;
end
$$;
alter table message alter column search drop not null;
drop index if exists message_search;
