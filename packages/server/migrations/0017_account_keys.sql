-- From now on only bots have a key in their row, because their owners may read it. The keys of human users stay until
-- they are ended, for nodes of the version before. Triggers keep these keys and their credentials equal.
alter table realm_user alter column key_hash drop not null, alter column key_sealed drop not null;
