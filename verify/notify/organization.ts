import { createConnection, type Connection } from '@parley/client/connection.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { createUserGroup } from '@parley/contract/endpoints/groups.ts';
import { addWebPush } from '@parley/contract/endpoints/web-push.ts';
import { q, sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { nonDefaultSettings } from '@parley/server/organization/settings/user-settings.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import type { PushDevice, PushService } from '@parley/test-support/push-service.ts';
import { CHANNELS, FIRST_SETTINGS, GROUP, isSubscribed, USERS } from './cast.ts';

/** An organization on the server, whose users and messages have the numbers of the model. */
export type Organization = {
  readonly realmId: number;
  readonly users: readonly RealUser[];
  readonly channels: readonly number[];
  /** The ids of the messages, by their numbers. */
  readonly messageIds: number[];
  /** The time since which only steps took place; it counts as no time. */
  stillSince: number;
};

export type RealUser = {
  readonly id: number;
  readonly email: string;
  readonly connection: Connection;
  readonly device: PushDevice | undefined;
};

/** Creates an organization in the first state of the model. User 0 is its owner. */
export async function createOrganization(
  world: World,
  url: string,
  pushService: PushService,
  name: string,
): Promise<Organization> {
  const realmId = await createRealm(world.pool, { subdomain: name, name });
  const users: RealUser[] = [];
  for (let index = 0; index < USERS; index += 1) {
    const { user, apiKey } = await world.write(realmId, (tx) =>
      createUserWithKey(tx, world, {
        email: `${name}-${index}@example.com`,
        fullName: `User ${index}`,
        role: index === 0 ? 100 : 400,
      }),
    );
    const credentials = { email: user.delivery_email, apiKey };
    const connection = createConnection({ url, credentials, fetch: fetchAt(`${name}.parley.test`) });
    const device = index === 2 ? undefined : pushService.addDevice();
    if (device !== undefined) await connection.call(addWebPush, device);
    users.push({ id: user.id, email: user.delivery_email, connection, device });
  }
  const settings = JSON.stringify(nonDefaultSettings({ ...FIRST_SETTINGS, ...NO_AUTOMATIC_POLICIES }));
  await world.pool.all(sql`update realm_user set settings = ${settings}::jsonb where realm_id = ${realmId}`);
  const channels = await createChannels(world, realmId, users);
  return { realmId, users, channels, messageIds: [], stillSince: performance.now() };
}

const NO_AUTOMATIC_POLICIES = {
  automatically_follow_topics_policy: 4,
  automatically_unmute_topics_in_muted_streams_policy: 4,
  automatically_follow_topics_where_mentioned: false,
};

async function createChannels(world: World, realmId: number, users: readonly RealUser[]): Promise<number[]> {
  const [owner] = users;
  if (owner === undefined) return [];
  const members = GROUP.flatMap((index) => users[index]?.id ?? []);
  await owner.connection.call(createUserGroup, { name: 'team', description: '', members });
  const ids: number[] = [];
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const principals = users.filter((_user, index) => isSubscribed(index, channel)).map(({ id }) => id);
    await owner.connection.call(subscribe, {
      subscriptions: [{ name: `channel ${channel}` }],
      principals,
      send_new_subscription_messages: false,
    });
    const row = await world.pool.first(
      q
        .selectFrom('channel')
        .select('id')
        .where('realm_id', '=', realmId)
        .where('name', '=', `channel ${channel}`),
    );
    ids.push(row?.id ?? 0);
  }
  return ids;
}
