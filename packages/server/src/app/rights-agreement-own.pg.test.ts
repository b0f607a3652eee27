import { refuseCreatingBot, refuseNewAddress, type State } from '@parley/client';
import { ApiError } from '@parley/client/connection.ts';
import { refuseGroupChange } from '@parley/client/rights/group-rights.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { createUserGroup, updateUserGroup } from '@parley/contract/endpoints/groups.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import type { SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import { botTypes } from '@parley/contract/objects/user.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startMailbox, type Mailbox } from '@parley/test-support/mailbox.ts';

const HOLDERS: readonly SystemGroup[] = ['role:nobody', 'role:administrators', 'role:members'];
/** Types without a service or an address of their own. */
const TYPES = [botTypes.generic, botTypes.incomingWebhook] as const;
const FETCHED = ['realm_user_groups', 'realm_user', 'realm'];

let mailbox: Mailbox;
let server: TestServer;
let owner: TestUser;
let users: readonly TestUser[];
let groups: ReadonlyMap<string, number>;
beforeAll(async () => {
  mailbox = await startMailbox();
  const mail = { url: mailbox.url, from: 'chat@parley.test' };
  server = await startTestServer((config) => ({ ...config, mail }));
  owner = await server.user({ role: 100 });
  users = [owner];
  for (const role of [200, 300, 400, 600] as const) users = [...users, await server.user({ role })];
  const state = await owner.connection.call(registerQueue, { fetch_event_types: ['realm_user_groups'] });
  groups = new Map(state.realm_user_groups?.map(({ name, id }) => [name, id]));
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

function stateOf({ connection }: TestUser): Promise<State> {
  return connection.call(registerQueue, { fetch_event_types: FETCHED });
}

/** Whether the server accepts a request. */
async function accepts(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

test('the SDK offers bots exactly where the server makes them', { timeout: 120_000 }, async () => {
  const outcomes = new Set<string>();
  const pairs = HOLDERS.flatMap((all) => HOLDERS.map((writing) => [all, writing] as const));
  for (const [all, writing] of pairs) {
    await owner.connection.call(updateRealm, {
      can_create_bots_group: { new: groups.get(all) ?? 0 },
      can_create_write_only_bots_group: { new: groups.get(writing) ?? 0 },
    });
    for (const actor of users) {
      const state = await stateOf(actor);
      for (const bot_type of TYPES) {
        const name = `${all}-${writing}-${actor.id}-${bot_type}`.replaceAll('role:', '');
        const isAccepted = await accepts(
          actor.connection.call(createBot, { bot_type, full_name: name, short_name: name }),
        );
        const refusal = refuseCreatingBot(state, bot_type);
        expect(`${name} ${String(isAccepted)}`).toBe(`${name} ${String(refusal === undefined)}`);
        outcomes.add(`${bot_type} ${String(isAccepted)}`);
      }
    }
  }
  expect(outcomes.size).toBe(2 * TYPES.length);
});

test(
  'the SDK offers changes of groups exactly where the server takes them',
  { timeout: 120_000 },
  async () => {
    const outcomes = new Set<boolean>();
    for (const holder of HOLDERS) {
      const manager = groups.get(holder) ?? 0;
      const { group_id: id } = await owner.connection.call(createUserGroup, {
        name: `changed by ${holder.replace('role:', '')}`,
        description: '',
        members: [],
        can_manage_group: manager,
      });
      for (const actor of users) {
        const group = (await stateOf(actor)).realm_user_groups?.find((one) => one.id === id);
        if (group === undefined) throw new Error('The group is not visible.');
        const isAccepted = await accepts(
          actor.connection.call(updateUserGroup, { user_group_id: id, description: `by ${actor.id}` }),
        );
        const subject = `${holder} ${actor.id}`;
        const refusal = refuseGroupChange(await stateOf(actor), group);
        expect(`${subject} ${String(isAccepted)}`).toBe(`${subject} ${String(refusal === undefined)}`);
        outcomes.add(isAccepted);
      }
    }
    expect(outcomes.size).toBe(2);
  },
);

test('the SDK offers a new address exactly where the server takes one', async () => {
  const outcomes = new Set<boolean>();
  for (const isDisabled of [true, false]) {
    await owner.connection.call(updateRealm, { email_changes_disabled: isDisabled });
    for (const actor of users) {
      const refusal = refuseNewAddress(await stateOf(actor));
      const email = `new-${actor.id}-${String(isDisabled)}@example.com`;
      const isAccepted = await accepts(actor.connection.call(updateSettings, { email }));
      const subject = `${actor.id} ${String(isDisabled)}`;
      expect(`${subject} ${String(isAccepted)}`).toBe(`${subject} ${String(refusal === undefined)}`);
      outcomes.add(isAccepted);
    }
  }
  expect(outcomes.size).toBe(2);
});
