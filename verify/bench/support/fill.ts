import { Client } from 'pg';
import type { Organization } from './organization.ts';

/** A direct connection to fill tables and to inspect PostgreSQL. */
export async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

/** Adds users who never log in, in one statement. */
export async function addUsers(client: Client, { realmId }: Organization, count: number): Promise<void> {
  await client.query(
    `insert into realm_user (realm_id, delivery_email, full_name, name_key, role, key_hash, key_sealed)
     select $1::bigint, 'extra' || n || '@example.com', 'Extra ' || n, 'extra ' || n, 400,
       sha256(($1::text || '/' || n)::bytea), ''
     from generate_series(1, $2::integer) as n`,
    [realmId, count],
  );
}

/** Subscribes the first users of an organization to a channel until it has the given number of subscribers. */
export async function fillChannel(
  client: Client,
  { realmId }: Organization,
  channelId: number,
  count: number,
): Promise<void> {
  await client.query(
    `insert into subscription (realm_id, user_id, channel_id, color, periods, ordinals)
     select realm_id, id, $2, '#a0a0a0', '{[0,)}', '{[1,)}' from realm_user
     where realm_id = $1 order by id limit $3
     on conflict do nothing`,
    [realmId, channelId, count],
  );
  await client.query(
    `update channel set subscriber_count = (
       select count(*) from subscription where realm_id = $1 and channel_id = $2 and is_active
     ) where realm_id = $1 and id = $2`,
    [realmId, channelId],
  );
}
