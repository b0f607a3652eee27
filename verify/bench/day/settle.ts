import { createHash, randomUUID } from 'node:crypto';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { makeOrganization } from '../support/organization.ts';
import type { Someone } from './users-process.ts';

const CHANNELS_OF_EACH = 10;
/** Users inserted by one statement. */
const AT_ONCE = 500;

export type Wanted = {
  readonly subdomain: string;
  readonly users: number;
  readonly channels: number;
};

/** Creates users, subscriptions and queues with SQL, because the cost of registration is measured elsewhere. */
export async function settle(
  world: World,
  url: string,
  { subdomain, users, channels: count }: Wanted,
): Promise<Someone[]> {
  const { realmId, channels, members } = await makeOrganization(world, url, {
    subdomain,
    members: 1,
    channels: count,
  });
  const [model] = members;
  const keys = Array.from({ length: users }, (_, n) =>
    createHash('sha256')
      .update(`key ${subdomain} ${n}`)
      .digest('base64')
      .replaceAll(/[^0-9A-Za-z]/g, 'x')
      .slice(0, 32),
  );
  const made = await world.pool.all(sql<{ id: number; delivery_email: string }>`
    insert into realm_user (realm_id, delivery_email, full_name, name_key, role, key_hash, key_sealed)
    select ${realmId}, 'someone' || n || '@example.com', 'Someone ' || n, 'someone ' || n, 400,
      sha256(convert_to(key, 'UTF8')), ''
    from unnest(${keys}::text[]) with ordinality as k (key, n) order by n
    returning id, delivery_email`);
  await world.pool.all(sql`
    insert into user_role (realm_id, user_id, from_position, role)
    select realm_id, id, 0, role from realm_user where realm_id = ${realmId} on conflict do nothing`);
  const ids = made.map(({ id }) => id);
  const own = ids.map((_, n) =>
    Array.from(
      { length: CHANNELS_OF_EACH },
      (__, k) => channels[(n * 7 + k * 19) % channels.length]?.id ?? 0,
    ),
  );
  // Same statement timeout as the server.
  for (let first = 0; first < users; first += AT_ONCE) {
    const some = ids.slice(first, first + AT_ONCE);
    await world.pool.all(sql`
      insert into subscription (realm_id, user_id, channel_id, color, periods, ordinals)
      select ${realmId}, p, c, '#76ce90', '{[0,)}', '{[1,)}'
      from unnest(
        ${some.flatMap((id) => Array.from({ length: CHANNELS_OF_EACH }, () => id))}::bigint[],
        ${own.slice(first, first + AT_ONCE).flat()}::bigint[]
      ) as s (p, c) on conflict do nothing`);
  }
  await world.pool.all(sql`
    update channel c set subscriber_count = (
      select count(*) from subscription s where s.realm_id = c.realm_id and s.channel_id = c.id and s.is_active
    ) where realm_id = ${realmId}`);
  const head = await world.pool.first(
    sql<{ head: number }>`select head from realm_head where realm_id = ${realmId}`,
  );
  const from = head?.head ?? 0;
  const queues = ids.map(() => randomUUID());
  await world.pool.all(sql`
    insert into event_queue (realm_id, id, user_id, from_position, client_options, idle_seconds)
    select ${realmId}, q, p, ${from}, ${CLIENT_OPTIONS}::jsonb, 3600
    from unnest(${queues}::uuid[], ${ids}::bigint[]) as n (q, p)`);
  // Every user was present a minute ago and every client knows it, as at any moment of a day.
  await world.pool.all(sql`
    insert into presence (realm_id, user_id, active_at, idle_at, update_id)
    select ${realmId}, p, seen, seen, n
    from (select p, n, now() - interval '1 minute' * (1 - n::float8 / ${users}) as seen
      from unnest(${ids}::bigint[]) with ordinality as i (p, n)) as s`);
  await world.pool.all(sql`insert into presence_head (realm_id, last_id) values (${realmId}, ${users})`);
  const host = /host: [^\r]*\r\n/.exec(model?.headers ?? '')?.[0] ?? '';
  return made.map(({ delivery_email }, n) => ({
    headers: `${host}authorization: Basic ${Buffer.from(`${delivery_email}:${keys[n] ?? ''}`).toString('base64')}\r\nuser-agent: bench/1.0\r\n`,
    queueId: queues[n] ?? '',
    lastEventId: from * 100_000,
    channels: own[n] ?? [],
    lastUpdateId: users,
  }));
}

const CLIENT_OPTIONS = JSON.stringify({
  eventTypes: null,
  applyMarkdown: true,
  clientGravatar: true,
  slimPresence: true,
  allPublicChannels: false,
  narrow: [],
  capabilities: { notification_settings_null: true, empty_topic_name: true, bulk_message_deletion: true },
  knowsPronouns: true,
});
