-- beside: 0.4.0
-- allows: drop (0.4.0 is the first supported release; only releases before it used them)
-- allows: drop column (0.4.0 is the first supported release; only releases before it used them)
-- Removes what releases before 0.4.0 needed.
do $$
begin
  if exists (select from sealing_key where opens_unbound) then
    raise exception 'The database has values that are sealed for no row.'
      using hint = 'Run with release 0.3.0 first: parley secret rotate';
  end if;
end
$$;
alter table sealing_key drop column opens_unbound;
alter table message drop column search;
drop view browser_session;
-- Their parameters included the words of messages. The SQL files of this release create them anew.
drop function if exists send_messages;
drop function if exists finish_messages;
drop function if exists add_messages;
