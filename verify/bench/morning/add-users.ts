import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { Organization } from '../support/organization.ts';

/** Channels with every user as subscriber, in addition to those of each user. */
const FOR_ALL = 2;
const CHANNELS_OF_EACH = 10;
/** Users inserted by one statement. */
const AT_ONCE = 10_000;
const EMOJI = 100;
const GROUPS = 50;
const MEMBERS_OF_GROUP = 20;

/**
 * Adds users, subscriptions and yesterday's presence with SQL. Returns the request headers of
 * each user.
 */
export async function addMorningUsers(
  client: Client,
  organization: Organization,
  count: number,
): Promise<string[]> {
  const { realmId, channels, members } = organization;
  const keys = Array.from({ length: count }, (_, n) => keyOf(n));
  const host = /host: [^\r]*\r\n/.exec(members[0]?.headers ?? '')?.[0] ?? '';
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE);
    const { rows } = await client.query<{ id: string }>(
      `insert into realm_user (realm_id, delivery_email, full_name, name_key, role, key_hash, key_sealed)
       select $1, 'someone' || n + $3 || '@example.com', 'Someone ' || n + $3, 'someone ' || n + $3, 400,
         sha256(convert_to(key, 'UTF8')), ''
       from unnest($2::text[]) with ordinality as k (key, n) order by n
       returning id`,
      [realmId, some, from],
    );
    const ids = rows.map(({ id }) => id);
    const own = ids.flatMap((id, n) =>
      placesOf(from + n, channels.length).map((place) => [id, channels[place]?.id ?? 0] as const),
    );
    await client.query(
      `insert into subscription (realm_id, user_id, channel_id, color, periods, ordinals)
       select $1, p, c, '#76ce90', '{[0,)}', '{[1,)}' from unnest($2::bigint[], $3::bigint[]) as s (p, c)
       on conflict do nothing`,
      [realmId, own.map(([id]) => id), own.map(([, channel]) => channel)],
    );
    await client.query(
      `insert into presence (realm_id, user_id, active_at, idle_at, update_id)
       select $1, p, now() - interval '14 hours', now() - interval '14 hours', n + $3
       from unnest($2::bigint[]) with ordinality as i (p, n)`,
      [realmId, ids, from],
    );
  }
  await client.query(`insert into presence_head (realm_id, last_id) values ($1, $2)`, [realmId, count]);
  await furnish(client, realmId);
  await client.query('vacuum analyze');
  return keys.map((key, n) => {
    const basic = Buffer.from(`someone${n + 1}@example.com:${key}`).toString('base64');
    return `${host}authorization: Basic ${basic}\r\nuser-agent: bench/1.0\r\n`;
  });
}

function keyOf(n: number): string {
  return createHash('sha256')
    .update(`key ${n}`)
    .digest('base64')
    .replaceAll(/[^0-9A-Za-z]/g, 'x')
    .slice(0, 32);
}

function placesOf(n: number, channels: number): number[] {
  return [
    ...Array.from({ length: FOR_ALL }, (_, place) => place),
    ...Array.from(
      { length: CHANNELS_OF_EACH },
      (_, k) => FOR_ALL + ((n * 7 + k * 19) % (channels - FOR_ALL)),
    ),
  ];
}

/** Adds the other rows of an organization of some years, and updates the counters that depend on them. */
async function furnish(client: Client, realmId: number): Promise<void> {
  await client.query(
    `insert into user_role (realm_id, user_id, from_position, role)
     select realm_id, id, 0, role from realm_user where realm_id = $1 on conflict do nothing`,
    [realmId],
  );
  await client.query(
    `update channel c set subscriber_count = (
       select count(*) from subscription s where s.realm_id = c.realm_id and s.channel_id = c.id and s.is_active
     ) where realm_id = $1`,
    [realmId],
  );
  await client.query(
    `insert into user_group (realm_id, name, description)
     select $1, 'team ' || n, 'Those who do ' || n from generate_series(1, $2::integer) as n`,
    [realmId, GROUPS],
  );
  await client.query(
    `insert into group_member (realm_id, group_id, user_id)
     select g.realm_id, g.id, p.id from user_group g
     cross join lateral (
       select id from realm_user where realm_id = g.realm_id order by id offset g.id % 100 limit $2
     ) as p
     where g.realm_id = $1 and g.name like 'team %'`,
    [realmId, MEMBERS_OF_GROUP],
  );
  await client.query(
    `insert into custom_emoji (realm_id, name, author_id, file, is_animated)
     select $1, 'emoji_' || n, (select min(id) from realm_user where realm_id = $1), n || '.png', false
     from generate_series(1, $2::integer) as n`,
    [realmId, EMOJI],
  );
}
