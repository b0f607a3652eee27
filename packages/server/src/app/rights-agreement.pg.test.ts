import {
  refuseDeleting,
  refuseDeletingTopics,
  refuseEditing,
  refuseGroupAddition,
  refuseGroupRemoval,
  refuseMovingToChannel,
  refuseMovingToTopic,
  refuseNewPicture,
  refuseRenaming,
  refuseWriting,
  toMessage,
  type Refusal,
  type State,
  refuseInviting,
  refuseInvitingAs,
} from '@parley/client';
import {
  refuseAddingTo,
  refuseAdministering,
  refuseCreating,
  refuseRemovingFrom,
} from '@parley/client/rights/managing-rights.ts';
import { ApiError } from '@parley/client/connection.ts';
import { createUserGroup, updateUserGroupMembers } from '@parley/contract/endpoints/groups.ts';
import {
  deleteMessage,
  deleteTopic,
  getMessage,
  updateMessage,
} from '@parley/contract/endpoints/messages.ts';
import { createInviteLink } from '@parley/contract/endpoints/invites.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { deleteAvatar } from '@parley/contract/endpoints/avatars.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { createChannel, updateStream } from '@parley/contract/endpoints/streams.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import type { SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { seeded, type Seeded } from '@parley/test-support/seeded.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { sql } from '../engine/db/sql.ts';

const SEED = 27;
const ROUNDS = 16;
const LIMITS = ['unlimited', 60, 36_000] as const;
const AGES = [0, 3_600, 86_400];
const HOLDERS: readonly SystemGroup[] = [
  'role:nobody',
  'role:administrators',
  'role:moderators',
  'role:members',
];
const REALM_PERMISSIONS = [
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_between_channels_group',
  'can_move_messages_between_topics_group',
] as const;
const MANAGING_PERMISSIONS = [
  'can_add_subscribers_group',
  'can_create_private_channel_group',
  'can_create_public_channel_group',
] as const;
const MANAGING_CHANNEL_PERMISSIONS = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_remove_subscribers_group',
] as const;
const CHANNEL_PERMISSIONS = [
  'can_administer_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_send_message_group',
] as const;

let server: TestServer;
let owner: TestUser;
let users: readonly TestUser[];
let groups: ReadonlyMap<string, number>;
let channels: readonly number[];
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: 100 });
  users = [
    owner,
    await server.user({ role: 200 }),
    await server.user({ role: 300 }),
    await server.user(),
    await server.user(),
    await server.user({ role: 600 }),
  ];
  const state = await owner.connection.call(registerQueue, { fetch_event_types: ['realm_user_groups'] });
  groups = new Map(state.realm_user_groups?.map(({ name, id }) => [name, id]));
  channels = [
    await channelOf(server, 'open', users),
    await channelOf(server, 'closed', users, { invite_only: true }),
    await channelOf(server, 'elsewhere', users.slice(0, 3), { invite_only: true }),
  ];
});
afterAll(() => server.stop());

/** Gives each permission to a random group. */
function grants<Name extends string>(random: Seeded, names: readonly Name[]): Record<Name, { new: number }> {
  const entries = names.map((name) => [name, { new: groups.get(random.pick(HOLDERS)) ?? 0 }]);
  return Object.fromEntries(entries) as Record<Name, { new: number }>;
}

async function changeRules(random: Seeded): Promise<void> {
  await owner.connection.call(updateRealm, {
    ...grants(random, REALM_PERMISSIONS),
    allow_message_editing: random.chance(0.8),
    message_content_edit_limit_seconds: random.pick(LIMITS),
    message_content_delete_limit_seconds: random.pick(LIMITS),
    move_messages_within_stream_limit_seconds: random.pick(LIMITS),
    move_messages_between_streams_limit_seconds: random.pick(LIMITS),
  });
  for (const stream_id of channels)
    await owner.connection.call(updateStream, { stream_id, ...grants(random, CHANNEL_PERMISSIONS) });
}

async function openToAll(): Promise<void> {
  for (const stream_id of channels)
    await owner.connection.call(updateStream, {
      stream_id,
      can_send_message_group: { new: groups.get('role:everyone') ?? 0 },
    });
}

/** Whether the server accepts a request. */
async function accepts(request: Promise<unknown>): Promise<boolean> {
  return request.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.status < 500) return false;
      throw error;
    },
  );
}

test('the SDK refuses what the server refuses, and nothing else', { timeout: 120_000 }, async () => {
  const random = seeded(SEED);
  const outcomes = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await openToAll();
    const [channel, target] = [channels[0] ?? 0, random.pick(channels.slice(1))];
    const actor = random.pick(users);
    const ids: number[] = [];
    for (let n = 0; n < 4; n += 1)
      ids.push(await say(random.chance(0.6) ? actor : random.pick(users), channel, `topic ${round} ${n}`));
    const seconds = random.pick(AGES);
    await server.server.world.pool.all(
      sql`update message set sent_at = sent_at - make_interval(secs => ${seconds}) where id = any(${ids}::bigint[])`,
    );
    await changeRules(random);
    const state: State = await actor.connection.call(registerQueue, { apply_markdown: true });
    const now = server.server.world.clock.now() / 1000;
    const compare = async (what: string, refusal: Refusal | undefined, request: Promise<unknown>) => {
      const isAccepted = await accepts(request);
      const rule = `${what} by ${actor.id} in round ${round}: ${refusal?.reason ?? 'allowed'}`;
      expect(`${isAccepted}, ${rule}`).toBe(`${refusal === undefined}, ${rule}`);
      outcomes.set(`${what} ${isAccepted}`, (outcomes.get(`${what} ${isAccepted}`) ?? 0) + 1);
    };
    const read = async (n: number) => {
      const { message } = await actor.connection.call(getMessage, { message_id: ids[n] ?? 0 });
      return toMessage(message);
    };
    const { connection } = actor;
    const [first, second, third, fourth] = [await read(0), await read(1), await read(2), await read(3)];
    await compare(
      'edit',
      refuseEditing(state, first, now),
      connection.call(updateMessage, { message_id: first.id, content: `edited ${round}` }),
    );
    await compare(
      'delete',
      refuseDeleting(state, second, now),
      connection.call(deleteMessage, { message_id: second.id }),
    );
    await compare(
      'move to a topic',
      refuseMovingToTopic(state, third, now),
      connection.call(updateMessage, { message_id: third.id, topic: `moved ${round}` }),
    );
    const known = [...(state.subscriptions ?? []), ...(state.never_subscribed ?? [])];
    const there = known.find(({ stream_id }) => stream_id === target);
    const noEntry = { reason: 'not visible' };
    await compare(
      'move to a channel',
      refuseMovingToChannel(state, fourth, now) ??
        (there === undefined ? noEntry : refuseWriting(state, there)),
      connection.call(updateMessage, { message_id: fourth.id, stream_id: target }),
    );
    await compare(
      'delete a topic',
      refuseDeletingTopics(state),
      connection.call(deleteTopic, { stream_id: channel, topic_name: `topic ${round} 0` }),
    );
    await compare(
      'write',
      there === undefined ? noEntry : refuseWriting(state, there),
      say(actor, target, `written ${round}`),
    );
  }
  // Every action was allowed and refused at least once.
  expect(outcomes.size).toBe(12);
});

test('the SDK offers changes of the own account exactly where the server takes them', async () => {
  for (const isDisabled of [true, false]) {
    await owner.connection.call(updateRealm, {
      name_changes_disabled: isDisabled,
      avatar_changes_disabled: isDisabled,
    });
    for (const { connection, id } of users) {
      const state: State = await connection.call(registerQueue, {
        fetch_event_types: ['realm', 'realm_user'],
      });
      const name = `Renamed ${id} ${String(isDisabled)}`;
      await connection.call(updateSettings, { full_name: name });
      const { full_name: stored } = await connection.call(getOwnUser, {});
      expect(stored === name).toBe(refuseRenaming(state) === undefined);
      expect(await accepts(connection.call(deleteAvatar, {}))).toBe(refuseNewPicture(state) === undefined);
    }
  }
});

test('the SDK refuses changes of channels that the server refuses', { timeout: 120_000 }, async () => {
  const random = seeded(SEED);
  const outcomes = new Set<string>();
  const [stranger] = [await server.user()];
  for (let round = 0; round < ROUNDS; round += 1) {
    await owner.connection.call(updateRealm, grants(random, MANAGING_PERMISSIONS));
    for (const stream_id of channels)
      await owner.connection.call(updateStream, {
        stream_id,
        ...grants(random, MANAGING_CHANNEL_PERMISSIONS),
      });
    const actor = random.pick(users);
    const state: State = await actor.connection.call(registerQueue, { apply_markdown: true });
    const { connection } = actor;
    const compare = async (what: string, refusal: Refusal | undefined, request: Promise<unknown>) => {
      const isAccepted = await accepts(request);
      const rule = `${what} by ${actor.id} in round ${round}: ${refusal?.reason ?? 'allowed'}`;
      expect(`${isAccepted}, ${rule}`).toBe(`${refusal === undefined}, ${rule}`);
      outcomes.add(`${what} ${isAccepted}`);
    };
    const isPrivate = random.chance(0.5);
    const isDefault = !isPrivate && random.chance(0.3);
    await compare(
      'create',
      refuseCreating(state, { is_private: isPrivate, is_default: isDefault }),
      connection.call(createChannel, {
        name: `made ${round}`,
        subscribers: [],
        invite_only: isPrivate,
        is_default_stream: isDefault,
      }),
    );
    const known = [...(state.subscriptions ?? []), ...(state.never_subscribed ?? [])];
    const channel = known.find(({ stream_id }) => stream_id === random.pick(channels));
    if (channel === undefined) continue;
    const target = { name: channel.name };
    await compare(
      'change',
      refuseAdministering(state, channel),
      connection.call(updateStream, { stream_id: channel.stream_id, description: `round ${round}` }),
    );
    await compare(
      'add',
      refuseAddingTo(state, channel),
      connection.call(subscribe, { subscriptions: [target], principals: [stranger.id] }),
    );
    await compare(
      'remove',
      refuseRemovingFrom(state, channel),
      connection.call(unsubscribe, { subscriptions: [channel.name], principals: [stranger.id] }),
    );
  }
  expect(outcomes.size).toBe(8);
});

const GROUP_PERMISSIONS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_remove_members_group',
] as const;

test(
  'the SDK offers changes of members exactly where the server takes them',
  { timeout: 120_000 },
  async () => {
    const random = seeded(SEED);
    const outcomes = new Set<string>();
    const fetch_event_types = ['realm_user_groups', 'realm_user', 'realm'];
    for (let round = 0; round < ROUNDS; round += 1) {
      const actor = random.pick(users);
      const member = random.pick(users.filter(({ id }) => id !== actor.id));
      const isIn = random.chance(0.5);
      const granted = grants(random, GROUP_PERMISSIONS);
      const { group_id: id } = await owner.connection.call(createUserGroup, {
        name: `group ${round}`,
        description: '',
        members: isIn ? [actor.id, member.id] : [],
        ...Object.fromEntries(GROUP_PERMISSIONS.map((name) => [name, granted[name].new])),
      });
      const state: State = await actor.connection.call(registerQueue, { fetch_event_types });
      const group = state.realm_user_groups?.find((one) => one.id === id);
      if (group === undefined) throw new Error('The group is not visible.');
      for (const userId of [member.id, actor.id]) {
        const refusal = isIn
          ? refuseGroupRemoval(state, group, [userId])
          : refuseGroupAddition(state, group, [userId]);
        const isAccepted = await accepts(
          actor.connection.call(updateUserGroupMembers, {
            user_group_id: id,
            [isIn ? 'delete' : 'add']: [userId],
          }),
        );
        expect(`${round} ${String(isAccepted)}`).toBe(`${round} ${String(refusal === undefined)}`);
        outcomes.add(`${String(isIn)} ${String(userId === actor.id)} ${String(isAccepted)}`);
      }
    }
    // Adding, removing, joining and leaving were each allowed and refused.
    expect(outcomes.size).toBe(8);
  },
);

test(
  'the SDK offers invitations by link exactly where the server makes them',
  { timeout: 120_000 },
  async () => {
    const outcomes = new Set<string>();
    for (const holder of HOLDERS.filter((name) => name !== 'role:nobody')) {
      await owner.connection.call(updateRealm, {
        create_multiuse_invite_group: { new: groups.get(holder) ?? 0 },
      });
      for (const { connection, id } of users) {
        const state: State = await connection.call(registerQueue, {
          fetch_event_types: ['realm_user_groups', 'realm_user', 'realm'],
        });
        for (const role of Object.values(roles)) {
          const refusal = refuseInviting(state, 'link') ?? refuseInvitingAs(state, role);
          const isAccepted = await accepts(connection.call(createInviteLink, { invite_as: role }));
          const subject = `${holder} ${id} ${role}`;
          expect(`${subject} ${String(isAccepted)}`).toBe(`${subject} ${String(refusal === undefined)}`);
          outcomes.add(`${role} ${String(isAccepted)}`);
        }
      }
    }
    // Each role was granted and refused.
    expect(outcomes.size).toBe(2 * Object.keys(roles).length);
  },
);
