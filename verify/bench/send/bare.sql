-- One message as bare as it can be: its row with three indexes, its event of 1 kB and a position without a gap.
create table head (
  organization bigint primary key,
  position bigint not null
) with (fillfactor = 20);

create table message (
  organization bigint not null,
  id bigint not null,
  channel bigint not null,
  topic text not null,
  sender bigint not null,
  content text not null,
  sent_at timestamptz not null,
  primary key (organization, id)
);
create index on message (organization, channel, topic, id);
create index on message (organization, sender, id);

create table event (
  organization bigint not null,
  position bigint not null,
  body text not null,
  primary key (organization, position)
);

insert into head select n, 0 from generate_series(1, 100) as n;

create function post(
  in_organization bigint, in_channel bigint, in_topic text, in_sender bigint, in_content text, in_body text
) returns bigint language plpgsql as $$
declare
  place bigint;
begin
  update head set position = position + 1 where organization = in_organization returning position into strict place;
  insert into message values (in_organization, place, in_channel, in_topic, in_sender, in_content, clock_timestamp());
  insert into event values (in_organization, place, in_body);
  return place;
end
$$;
