import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { deactivateRealm } from '@parley/contract/endpoints/realm.ts';
import { events } from '@parley/contract/events.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import type { Act, Stage } from '@parley/test-support/replay/acts.ts';
import { briefWatchersOf, createCast, secretsOf } from '@parley/test-support/replay/cast.ts';
import {
  channelActs,
  channelRoleActs,
  folderActs,
  subscriptionActs,
} from '@parley/test-support/replay/channels.ts';
import { fileActs } from '@parley/test-support/replay/files.ts';
import { groupActs } from '@parley/test-support/replay/groups.ts';
import { hiddenUsersActs } from '@parley/test-support/replay/guests.ts';
import {
  defaultsActs,
  domainActs,
  exportActs,
  linkifierActs,
  permissionActs,
  playgroundActs,
  realmActs,
} from '@parley/test-support/replay/organization.ts';
import {
  activityActs,
  addressActs,
  botActs,
  joinAct,
  nameActs,
  profileActs,
  roleActs,
} from '@parley/test-support/replay/users.ts';
import { avatarActs, emojiActs, imageActs } from '@parley/test-support/replay/pictures.ts';
import { callActs, draftActs, viewActs } from '@parley/test-support/replay/personal.ts';
import {
  archivedTopicActs,
  choiceActs,
  personalWordActs,
  topicActs,
} from '@parley/test-support/replay/subscriptions.ts';
import { settingsActs } from '@parley/test-support/replay/settings.ts';
import { statusActs } from '@parley/test-support/replay/status.ts';
import { messageChangeActs } from '@parley/test-support/replay/message-changes.ts';
import { readingActs, sendingActs } from '@parley/test-support/replay/messages.ts';
import { invitationActs } from '@parley/test-support/replay/invitations.ts';
import { ABSENT_MAIL_SERVER, ABSENT_PUSH } from '@parley/test-support/absent.ts';
import { kindOf } from '@parley/test-support/replay/kind.ts';
import { deviceActs } from '@parley/test-support/replay/devices.ts';
import { reminderActs, scheduledActs } from '@parley/test-support/replay/scheduled.ts';
import { startReplay } from '@parley/test-support/replay/replay.ts';

let server: TestServer;
let stage: Stage;

beforeAll(async () => {
  server = await startTestServer((config) => ({
    ...config,
    gravatar: true,
    mail: ABSENT_MAIL_SERVER,
    push: ABSENT_PUSH,
  }));
  const cast = await createCast(server);
  const secrets = secretsOf(cast);
  const replay = await startReplay(briefWatchersOf(cast), secrets);
  const secret: Stage['secret'] = (of, text) => {
    secrets.texts.set(text, of);
    return text;
  };
  const address: Stage['address'] = (id, email) => {
    secrets.addresses.set(id, email);
    return email;
  };
  stage = { server, cast, replay, secret, address };
});
afterAll(() => server.stop());

const lists: readonly (readonly Act[])[] = [
  draftActs(),
  viewActs(),
  personalWordActs(),
  callActs(),
  domainActs(),
  exportActs(),
  invitationActs(),
  linkifierActs(),
  playgroundActs(),
  emojiActs(),
  avatarActs(),
  imageActs(),
  defaultsActs(),
  settingsActs(),
  realmActs(),
  permissionActs(),
  groupActs(),
  [joinAct()],
  nameActs(),
  addressActs(),
  profileActs(),
  botActs(),
  roleActs(),
  subscriptionActs(),
  channelActs(),
  folderActs(),
  channelRoleActs(),
  choiceActs(),
  topicActs(),
  archivedTopicActs(),
  statusActs(),
  sendingActs(),
  readingActs(),
  messageChangeActs(),
  fileActs(),
  scheduledActs(),
  reminderActs(),
  deviceActs(),
  hiddenUsersActs(),
  activityActs(),
];

for (const list of lists) {
  for (const act of list)
    test(`[L-3] snapshot + events = fresh snapshot when ${act.name}`, async () => {
      const forgotten = act.forgets?.(stage.cast);
      expect(await stage.replay.run(() => act.run(stage), forgotten)).toEqual([]);
    });
  test(`[L-3] snapshot + events = fresh snapshot of every client, whole, after ${list.at(-1)?.name}`, async () => {
    expect(await stage.replay.compareAll()).toEqual([]);
  });
}

test('[L-3] a waiting poll receives the deactivation of the organization', async () => {
  const { guest, owner } = stage.cast;
  const { queue_id, last_event_id } = await guest.connection.call(registerQueue);
  const { hub } = stage.server.server.world;
  const waitingBefore = hub.size.waiting;
  const waiting = guest.connection.call(getEvents, { queue_id, last_event_id });
  await expect.poll(() => hub.size.waiting).toBe(waitingBefore + 1);
  await owner.connection.call(deactivateRealm);
  const { events: received } = await waiting;
  expect(received).toMatchObject([{ type: 'realm', op: 'deactivated', realm_id: stage.server.realmId }]);
});

/**
 * Deactivation is covered by the test above, heartbeats by the tests of the queues, pieces by those of streamed messages: no
 * state of a registration has them.
 */
const coveredElsewhere = new Set(['realm/deactivated', 'heartbeat', 'message_piece']);

test('[L-3] every kind of event was replayed', () => {
  const missing = events
    .map(kindOf)
    .filter((kind) => !stage.replay.kinds.has(kind) && !coveredElsewhere.has(kind));
  expect(missing).toEqual([]);
});
