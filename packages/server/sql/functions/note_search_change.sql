-- Trigger: records messages whose words, conversation or existence change, so that the search index follows. Nodes of
-- all versions fire it. Rows are written in the order of their ids, so that two statements cannot deadlock.
create or replace function note_search_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into search_change (realm_id, message_id, is_gone)
    select realm_id, id, true from old_rows order by realm_id, id
    on conflict (realm_id, message_id) do update
      set is_gone = true, builds = '{}', revision = excluded.revision, changed_at = excluded.changed_at;
  else
    insert into search_change (realm_id, message_id, is_gone)
    select n.realm_id, n.id, false
    from new_rows n join old_rows o on o.realm_id = n.realm_id and o.id = n.id
    where n.rendered <> o.rendered or n.topic <> o.topic or n.conversation_id <> o.conversation_id
    order by n.realm_id, n.id
    on conflict (realm_id, message_id) do update
      set builds = '{}', revision = excluded.revision, changed_at = excluded.changed_at;
  end if;
  return null;
end
$$;
