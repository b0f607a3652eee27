import { roles } from '@parley/contract/rights/roles.ts';
import {
  createBot,
  deleteBot,
  getBotApiKey,
  getBots,
  regenerateBotApiKey,
  updateBot,
} from '@parley/contract/endpoints/bots.ts';
import { createChannel } from '@parley/contract/endpoints/streams.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { createScheduledMessage } from '@parley/contract/endpoints/scheduled-messages.ts';
import { createConnection } from '@parley/client/connection.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { deactivateUser, getUser, reactivateUser, updateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';

let server: TestServer;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let other: TestUser;
let guest: TestUser;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner, fullName: 'Owner' });
  admin = await server.user({ role: roles.administrator, fullName: 'Admin' });
  member = await server.user({ role: roles.member, fullName: 'Member' });
  other = await server.user({ role: roles.member, fullName: 'Other' });
  guest = await server.user({ role: roles.guest, fullName: 'Guest' });
});
afterAll(() => server.stop());

function refused(code = 'BAD_REQUEST', status = 400) {
  return { code, status };
}

function make(who = member, spec: Record<string, unknown> = {}) {
  count += 1;
  return who.connection.call(createBot, { short_name: `bot${count}`, full_name: `Bot ${count}`, ...spec });
}

async function permit(permissions: Record<string, string>) {
  const { pool } = server.server.world;
  const groups = await pool.all(
    sql<{ id: number; name: string }>`select id, name from user_group where realm_id = ${server.realmId}`,
  );
  const ids = Object.entries(permissions).map(([name, group]) => [
    name,
    groups.find((one) => one.name === group)?.id,
  ]);
  await pool.all(
    sql`update realm set permissions = ${JSON.stringify(Object.fromEntries(ids))}::jsonb
        where id = ${server.realmId}`,
  );
}

describe('createBot', () => {
  test.each([
    { short_name: '' },
    { short_name: 'a b' },
    { short_name: 'a@b' },
    { full_name: '' },
    { full_name: 'a*b' },
    { full_name: 'Member' },
    { bot_type: 4, service_name: 'converse' },
    { default_sending_stream: 'general' },
    { default_events_register_stream: 'general' },
    { config_data: { a: 'nu\0ll' } },
    { config_data: { 'nu\0ll': 'a' } },
    { bot_type: 3, payload_url: 'not an address' },
    { bot_type: 3, payload_url: 'ftp://example.com/x' },
  ])('a bot with %j is refused', async (spec) => {
    await expect(make(member, spec)).rejects.toMatchObject(refused());
  });

  test('creating a bot needs the permission for its type', async () => {
    await permit({ can_create_bots_group: 'role:administrators' });
    await expect(make(member)).rejects.toMatchObject(refused());
    await make(member, { bot_type: 2 });
    await make(admin);
    await permit({
      can_create_bots_group: 'role:administrators',
      can_create_write_only_bots_group: 'role:nobody',
    });
    await expect(make(member, { bot_type: 2 })).rejects.toMatchObject(refused());
    await make(admin, { bot_type: 2 });
    await permit({});
  });
  test('one of two concurrent requests for the same bot name is refused', async () => {
    const twins = await Promise.allSettled(
      ['a', 'b', 'c'].map((short_name) =>
        member.connection.call(createBot, { short_name: `twin-${short_name}`, full_name: 'Twin' }),
      ),
    );
    expect(twins.filter((twin) => twin.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('updateBot', () => {
  test('of concurrent changes to one name a single one succeeds', async () => {
    const bots: { readonly keeper: TestUser; readonly bot_id: number }[] = [];
    for (let n = 0; n < 6; n += 1) {
      const keeper = await server.user({ role: roles.member });
      bots.push({ keeper, bot_id: (await make(keeper)).user_id });
    }
    const full_name = `Wanted ${(count += 1)}`;
    const renamings = await Promise.allSettled(
      bots.map(({ keeper, bot_id }) => keeper.connection.call(updateBot, { bot_id, full_name })),
    );
    expect(renamings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
  test('the address, the default channels and the service of a bot can be changed', async () => {
    const { user_id: bot_id } = await make();
    const managers = await listen(admin, ['realm_bot']);
    const answer = await member.connection.call(updateBot, {
      bot_id,
      short_name: 'moved',
      default_all_public_streams: true,
      default_sending_stream: '',
    });
    expect(answer.default_all_public_streams).toBe(true);
    expect(await managers()).toMatchObject([{ op: 'update', bot: { default_all_public_streams: true } }]);
    expect((await guest.connection.call(getUser, { user_id: bot_id })).user.email).toBe(
      'moved-bot@parley.test',
    );
    await expect(
      member.connection.call(updateBot, { bot_id, default_sending_stream: 'general' }),
    ).rejects.toMatchObject(refused());
    await expect(
      member.connection.call(updateBot, { bot_id, service_payload_url: 'https://example.com' }),
    ).rejects.toMatchObject(refused());
    await expect(
      member.connection.call(updateBot, { bot_id, role: roles.administrator }),
    ).rejects.toMatchObject(refused('UNAUTHORIZED_PRINCIPAL'));
    await admin.connection.call(updateBot, { bot_id, role: roles.moderator });
  });

  test('a bot that can create users is changed by organization owners only', async () => {
    const { user_id: bot_id } = await make();
    await server.server.world.pool.all(
      sql`update realm_user set can_create_users = true where id = ${bot_id}`,
    );
    await expect(admin.connection.call(getBotApiKey, { bot_id })).rejects.toMatchObject(
      refused('UNAUTHORIZED_PRINCIPAL'),
    );
    await expect(member.connection.call(regenerateBotApiKey, { bot_id })).rejects.toMatchObject(
      refused('UNAUTHORIZED_PRINCIPAL'),
    );
    await owner.connection.call(regenerateBotApiKey, { bot_id });
  });
});

describe('deleteBot', () => {
  test('the key of a deactivated bot is rejected, and the bot can be reactivated', async () => {
    const { user_id: bot_id, api_key } = await make(member, { short_name: 'phoenix', full_name: 'Phoenix' });
    const received = await listen(guest, ['realm_user', 'realm_bot']);
    await member.connection.call(deleteBot, { bot_id });
    await member.connection.call(deleteBot, { bot_id });
    expect(await received()).toMatchObject([{ person: { user_id: bot_id, is_active: false } }]);
    const answer = await fetch(`${server.url}/api/v1/users/me`, {
      headers: { authorization: `Basic ${btoa(`phoenix-bot@parley.test:${api_key}`)}` },
    });
    expect(answer.status).toBe(401);
    const heir = await make(member, { full_name: 'Phoenix' });
    await expect(member.connection.call(reactivateUser, { user_id: bot_id })).rejects.toMatchObject(
      refused(),
    );
    await member.connection.call(deleteBot, { bot_id: heir.user_id });
    await expect(other.connection.call(reactivateUser, { user_id: bot_id })).rejects.toMatchObject(refused());
    await member.connection.call(reactivateUser, { user_id: bot_id });
    expect((await guest.connection.call(getUser, { user_id: bot_id })).user.is_active).toBe(true);
  });
});

describe('getBotApiKey and regenerateBotApiKey', () => {
  test('a new owner gets a new key, and the old one is rejected', async () => {
    const { user_id: bot_id, api_key } = await make(member, { short_name: 'handed-over' });
    await member.connection.call(updateBot, { bot_id, bot_owner_id: other.id });
    const answer = await fetch(`${server.url}/api/v1/users/me`, {
      headers: { authorization: `Basic ${btoa(`handed-over-bot@parley.test:${api_key}`)}` },
    });
    expect(answer.status).toBe(401);
    const next = await other.connection.call(getBotApiKey, { bot_id });
    expect(next.api_key).not.toBe(api_key);
  });
});

describe('a bot that is given to another user', () => {
  /** A private channel of the organization's owner. */
  async function ownersChannel(): Promise<number> {
    const { id } = await owner.connection.call(createChannel, {
      name: `Board ${(count += 1)}`,
      subscribers: [owner.id],
      invite_only: true,
    });
    return id;
  }
  const as = (bot: { short: string; key: string }) =>
    createConnection({
      url: server.url,
      credentials: { email: `${bot.short}-bot@parley.test`, apiKey: bot.key },
    });

  test('acts for its new owner only, who accepts it by taking the key', async () => {
    const to = await ownersChannel();
    const short = `deputy${(count += 1)}`;
    const { user_id: bot_id, api_key } = await make(member, { short_name: short });
    const say = { type: 'channel', to, topic: 'Tea', content: 'x' } as const;
    await expect(as({ short, key: api_key }).call(sendMessage, say)).rejects.toMatchObject(refused());
    await member.connection.call(updateBot, { bot_id, bot_owner_id: owner.id });
    await expect(as({ short, key: api_key }).call(sendMessage, say)).rejects.toMatchObject({ status: 401 });
    for (const giver of [member, admin]) {
      await expect(giver.connection.call(getBotApiKey, { bot_id })).rejects.toMatchObject(refused());
      expect((await giver.connection.call(getBots)).bots.map(({ username }) => username)).not.toContain(
        `${short}-bot@parley.test`,
      );
    }
    expect(await admin.connection.call(regenerateBotApiKey, { bot_id })).not.toHaveProperty('api_key');
    const taken = await owner.connection.call(getBotApiKey, { bot_id });
    await as({ short, key: taken.api_key }).call(sendMessage, say);
  });

  test('is not taken by administrators while its owner is active', async () => {
    const keeper = await server.user({ role: roles.member });
    const hook = { bot_type: 3, payload_url: 'https://example.com/hook' };
    const { user_id: bot_id } = await make(keeper, { short_name: `kept${(count += 1)}`, ...hook });
    for (const taker of [admin, owner]) {
      const take = () => taker.connection.call(updateBot, { bot_id, bot_owner_id: taker.id });
      await expect(take()).rejects.toMatchObject(refused());
      const redirect = { bot_id, service_payload_url: 'https://example.org/mine' };
      await expect(taker.connection.call(updateBot, redirect)).rejects.toMatchObject(refused());
    }
    await admin.connection.call(deactivateUser, { user_id: keeper.id });
    await admin.connection.call(updateBot, { bot_id, bot_owner_id: other.id });
  });

  test('sends nothing that its previous owner has scheduled', async () => {
    const short = `planner${(count += 1)}`;
    const { user_id: bot_id, api_key } = await make(member, { short_name: short });
    await as({ short, key: api_key }).call(createScheduledMessage, {
      type: 'direct',
      to: [owner.id],
      content: 'later',
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 3_600,
    });
    await member.connection.call(updateBot, { bot_id, bot_owner_id: owner.id });
    const { pool } = server.server.world;
    expect(await pool.all(sql`select id from scheduled_message where user_id = ${bot_id}`)).toEqual([]);
  });
});

describe('realm_bots', () => {
  test('the snapshot has all bots for administrators, own bots for others, and role changes update it', async () => {
    const user = await server.user();
    await make(user);
    const state = () => user.connection.call(registerQueue, { fetch_event_types: ['realm_bot'] });
    expect((await state()).realm_bots).toHaveLength(1);
    const received = await listen(user, ['realm_bot']);
    await owner.connection.call(updateUser, { user_id: user.id, role: roles.administrator });
    const gained = await received();
    const all = (await state()).realm_bots ?? [];
    expect(gained).toHaveLength(all.length - 1);
    expect(gained.every((event) => event.type === 'realm_bot' && event.op === 'add')).toBe(true);
    await owner.connection.call(updateUser, { user_id: user.id, role: roles.member });
    expect(await received()).toHaveLength(all.length - 1);
    expect((await state()).realm_bots).toHaveLength(1);
  });
});
