import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { updateSubscriptionSettings } from '@parley/contract/endpoints/subscriptions.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startMailbox, type Mailbox, type Received } from '@parley/test-support/mailbox.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { sql } from '../../../engine/db/sql.ts';
import { sendDigests } from './send-digests.ts';

let mailbox: Mailbox;
let server: TestServer;
let owner: TestUser;
let ada: TestUser;
let bob: TestUser;
let channel: number;
let number = 0;

const TODAY = ((new Date().getUTCDay() + 6) % 7) as 0;

beforeAll(async () => {
  mailbox = await startMailbox();
  const mail = { url: mailbox.url, from: 'Parley <noreply@parley.test>' };
  server = await startTestServer((config) => ({ ...config, mail }));
  owner = await server.user({ role: 100, fullName: 'Olga' });
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});
beforeEach(async () => {
  number += 1;
  ada = await server.user({ fullName: 'Ada' });
  bob = await server.user({ fullName: 'Bob' });
  channel = await channelOf(server, `engine ${number}`, [ada, bob]);
  await world().pool.all(sql`update channel set created_at = now() - interval '60 days'`);
  await owner.connection.call(updateRealm, { digest_emails_enabled: true, digest_weekday: TODAY });
  await beAway(bob, 6);
});

function world() {
  return server.server.world;
}

async function beAway(user: TestUser, days: number): Promise<void> {
  const since = sql`now() - make_interval(days => ${days})`;
  await world().pool.all(sql`delete from event_queue where user_id = ${user.id}`);
  await world().pool.all(sql`
    insert into presence (realm_id, user_id, active_at, idle_at, update_id)
    values (${server.realmId}, ${user.id}, ${since}, ${since}, ${user.id})
    on conflict (realm_id, user_id) do update set active_at = ${since}, idle_at = ${since}`);
}

async function digests(): Promise<Received[]> {
  // A user who just joined gets none from the node's own job, which may run at any moment.
  await world().pool.all(sql`
    update realm_user set date_joined = now() - interval '60 days' where id = ${bob.id}`);
  await Promise.all([sendDigests(world()), sendDigests(world()), sendDigests(world())]);
  await eventually(async () => {
    expect(await world().pool.all(sql`select from mail where kind = 'digest'`)).toEqual([]);
  });
  return mailbox.emails.filter(({ to }) => to === bob.email);
}

test('[N-28] [NT25] a user who was away for six days gets one digest, also from several nodes', async () => {
  await say(ada, channel, 'cogs', 'The **teeth** are round.');
  for (let count = 2; count <= 5; count += 1) await say(ada, channel, 'cogs', `number ${count}`);
  const [email, ...more] = await digests();
  expect(more).toEqual([]);
  expect(email?.subject).toBe('Your week in brief');
  for (const part of [email?.text, email?.html]) {
    expect(part).toMatch(/cogs[^]*teeth[^]*number 2[^]*and 3 more messages/);
    expect(part).not.toContain('number 3');
  }
  expect(email?.headers.get('list-unsubscribe')).toContain('/accounts/unsubscribe/digest/');
  expect(await digests()).toHaveLength(1);
});

test('[N-28] [NT25] a user who was active two days ago gets no digest', async () => {
  await beAway(bob, 2);
  await say(ada, channel, 'cogs', 'news');
  expect(await digests()).toEqual([]);
});

test('[NT25] a user who was connected two days ago without a report of presence gets no digest', async () => {
  await world().pool.all(sql`
    insert into event_queue (realm_id, id, user_id, from_position, client_options, idle_seconds, last_seen)
    values (${server.realmId}, gen_random_uuid(), ${bob.id}, 0, '{}', 604800, now() - interval '2 days')`);
  await say(ada, channel, 'cogs', 'news');
  expect(await digests()).toEqual([]);
});

test('[NT25] without news there is no digest', async () => {
  expect(await digests()).toEqual([]);
});

test.each([
  ['the user', () => bob.connection.call(updateSettings, { enable_digest_emails: false })],
  ['the organization', () => owner.connection.call(updateRealm, { digest_emails_enabled: false })],
  ['another weekday', () => owner.connection.call(updateRealm, { digest_weekday: ((TODAY + 1) % 7) as 0 })],
  [
    'do-not-disturb hours',
    () => bob.connection.call(updateSettings, { do_not_disturb_hours: 'Mo-Su 00:00-24:00' }),
  ],
])('[NT25] digests are off by %s', async (_by, switchOff) => {
  await say(ada, channel, 'cogs', 'news');
  await switchOff();
  expect(await digests()).toEqual([]);
});

test('[N-28] [NT26] a digest has at most four topics and none of muted places', async () => {
  const loud = await channelOf(server, 'loud', [ada, bob]);
  await bob.connection.call(updateSubscriptionSettings, {
    subscription_data: [{ stream_id: loud, property: 'is_muted', value: true }],
  });
  await bob.connection.call(updateUserTopic, { stream_id: channel, topic: 'hum', visibility_policy: 1 });
  await beAway(bob, 6);
  await say(ada, loud, 'noise', 'news');
  await say(ada, channel, 'hum', 'news');
  for (const topic of ['one', 'two', 'three', 'four', 'five']) await say(ada, channel, topic, 'news');
  const [email] = await digests();
  expect(email?.text.match(/^#engine \d+ > /gm)).toHaveLength(4);
  expect(email?.text).not.toMatch(/loud|hum/);
});

test('[NT26] a digest does not show messages from before a subscription to a private channel', async () => {
  const secret = await channelOf(server, 'secret', [ada], { invite_only: true });
  await say(ada, secret, 'plans', 'hidden');
  await channelOf(server, 'secret', [ada, bob]);
  await beAway(bob, 6);
  expect(await digests()).toEqual([]);
});

test('[NT26] new public channels are named', async () => {
  await channelOf(server, 'gears', [ada]);
  await channelOf(server, 'vault', [ada], { invite_only: true });
  const [email] = await digests();
  expect(email?.text).toContain('#gears');
  expect(email?.text).not.toContain('vault');
});

test('[NT26] a digest with hidden content has numbers only', async () => {
  await bob.connection.call(updateSettings, { message_content_in_email_notifications: false });
  await beAway(bob, 6);
  await say(ada, channel, 'cogs', 'one');
  await say(ada, channel, 'cogs', 'two');
  const [email] = await digests();
  expect(email?.text).toContain('There are 2 new messages.');
  expect(JSON.stringify(email)).not.toMatch(/cogs|engine|Ada/);
});
