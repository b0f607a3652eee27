-- Adds entries to the chain of an organization; returns the number of the last one. Called at the end of a transaction, before
-- `append_log`: the end of the chain stays locked until the commit, and is locked before the head of the log, so sends never
-- wait for it. Parts have the index of their entry, from 1.
create or replace function append_audit(in_realm bigint, bodies text[], parts jsonb) returns bigint
language plpgsql as $$
declare
  last bigint;
  previous bytea;
  body text;
  entry jsonb;
begin
  perform hold_home(array[in_realm]);
  insert into audit_head (realm_id) select in_realm
    where not exists (select from audit_head where realm_id = in_realm)
    on conflict do nothing;
  select number, hash into last, previous from audit_head where realm_id = in_realm for update;
  insert into audit_part (realm_id, number, part, user_id, salt, content)
    select in_realm, last + p.entry, p.part, p.user_id, decode(p.salt, 'hex'), p.content
    from jsonb_to_recordset(parts) as p (entry bigint, part smallint, user_id bigint, salt text, content text);
  foreach body in array bodies loop
    last := last + 1;
    previous := sha256(previous || convert_to(last || E'\n' || body, 'UTF8'));
    entry := body::jsonb;
    insert into audit_entry (realm_id, number, at, kind, action, actor_id, object_type, object_id, fields, body, hash)
      values (in_realm, last, to_timestamp((entry ->> 'at')::float8), entry ->> 'kind', entry ->> 'action',
        (entry -> 'actor' ->> 'id')::bigint, entry -> 'object' ->> 'type', (entry -> 'object' ->> 'id')::bigint,
        array(select jsonb_array_elements_text(entry -> 'fields')), body, previous);
  end loop;
  update audit_head set number = last, hash = previous where realm_id = in_realm;
  return last;
end
$$;
