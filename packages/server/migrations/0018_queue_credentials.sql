-- A queue ends with the credential that registered it; null for queues that a node of the version before registered.
alter table event_queue add column credential_id bigint,
  add foreign key (realm_id, credential_id) references credential on delete cascade;
create index event_queue_credential on event_queue (realm_id, credential_id) where credential_id is not null;
