-- Fails if PostgreSQL cannot store data. A sort that does not fit into its memory needs free space where the tables are,
-- and the message is a commit of its own that no table contains.
create or replace function check_writable() returns void
language plpgsql set work_mem = '64kB' set temp_tablespaces = '' as $$
declare sorted bigint;
begin
  if pg_is_in_recovery() then
    raise exception 'PostgreSQL is a standby' using errcode = '25006';
  end if;
  if current_setting('transaction_read_only')::boolean then
    raise exception 'transactions are read-only' using errcode = '25006';
  end if;
  select count(*) into sorted from (
    select repeat(n::text, 100) from generate_series(1, 1000) n order by 1 offset 0
  ) as text;
  perform pg_logical_emit_message(true, 'parley', 'probe');
end
$$;
