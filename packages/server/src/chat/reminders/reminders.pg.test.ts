import { roles } from '@parley/contract/rights/roles.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { deleteMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { createMessageReminder, getReminders } from '@parley/contract/endpoints/reminders.ts';
import { deactivateUser, reactivateUser } from '@parley/contract/endpoints/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { makeDue } from '@parley/test-support/make-due.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';
import { deliverReminders } from './deliver.ts';

let server: TestServer;
let owner: TestUser;
let ada: TestUser;
let grace: TestUser;
let channel: number;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ fullName: 'Olive', role: roles.owner });
  ada = await server.user({ fullName: 'Ada' });
  grace = await server.user({ fullName: 'Grace' });
  channel = await channelOf(server, 'plans', [ada, grace]);
});
afterAll(() => server.stop());

const LATER = 4_000_000_000;

async function remind(user: TestUser, message_id: number, note?: string): Promise<number> {
  const { reminder_id } = await user.connection.call(createMessageReminder, {
    message_id,
    scheduled_delivery_timestamp: LATER,
    note,
  });
  return reminder_id;
}

async function remindersOf(user: TestUser) {
  return (await user.connection.call(getReminders)).reminders;
}

function makeReminderDue(id: number, ago = 1) {
  return makeDue(server, id, ago, 'reminder');
}

test('a reminder is sent by the notification bot, quotes the current message and is deleted', async () => {
  const message = await say(grace, channel, 'lunch', 'At *noon*?');
  const id = await remind(ada, message, ' bring money ');
  const content = `You asked to be reminded of the message #**plans>lunch@${message}** from @_**Grace|${grace.id}**.

Your note:

bring money

\`\`\`quote
At *noon*?
\`\`\``;
  expect(await remindersOf(ada)).toMatchObject([
    {
      reminder_id: id,
      type: 'private',
      to: [ada.id],
      content,
      scheduled_delivery_timestamp: LATER,
      failed: false,
      reminder_target_message_id: message,
    },
  ]);
  await grace.connection.call(updateMessage, { message_id: message, content: 'At one?' });
  const received = await heardBy({ ada, grace }, ['message', 'reminders'], () => makeReminderDue(id));
  expect(received.grace).toEqual([]);
  expect(received.ada).toMatchObject([
    { type: 'reminders', op: 'remove', reminder_id: id },
    {
      type: 'message',
      flags: [],
      message: {
        type: 'private',
        sender_full_name: 'Notification Bot',
        content: content.replace('At *noon*?', 'At one?'),
      },
    },
  ]);
  expect(await remindersOf(ada)).toEqual([]);
});

test('a reminder is delivered once by concurrent jobs, even days late', async () => {
  const id = await remind(ada, await say(grace, channel, 'lunch'));
  const received = await heardBy({ ada }, ['message'], async () => {
    await server.server.world.pool.all(
      sql`update reminder set due_at = now() - interval '3 days' where realm_id = ${server.realmId} and id = ${id}`,
    );
    await Promise.all([deliverReminders(server.server.world), deliverReminders(server.server.world)]);
    await makeReminderDue(id, 3 * 86_400);
  });
  expect(received.ada).toHaveLength(1);
});

test('a user who can no longer read the message receives only the note', async () => {
  const secret = await channelOf(server, 'secret', [grace, ada], {
    invite_only: true,
    history_public_to_subscribers: true,
  });
  const id = await remind(ada, await say(grace, secret, 'plot', 'the secret'), 'my note');
  const deleted = await say(grace, channel, 'lunch', 'a mistake');
  const other = await remind(ada, deleted);
  await ada.connection.call(unsubscribe, { subscriptions: ['secret'] });
  await owner.connection.call(deleteMessage, { message_id: deleted });
  const received = await heardBy({ ada }, ['message'], async () => {
    await makeReminderDue(id);
    await makeReminderDue(other);
  });
  const texts = received.ada.map((event) => (event.type === 'message' ? event.message.content : ''));
  expect(texts[0]).toContain('my note');
  expect(texts.join()).not.toMatch(/the secret|a mistake/);
  expect(texts).toHaveLength(2);
});

test('the quote of a long message is truncated to the message limit', async () => {
  const id = await remind(ada, await say(grace, channel, 'lunch', '`'.repeat(9000)));
  const received = await heardBy({ ada }, ['message'], () => makeReminderDue(id));
  expect(received.ada).toHaveLength(1);
});

test('a deactivated user is not reminded, and sees the failed reminder after reactivation', async () => {
  const left = await server.user();
  const id = await remind(left, await say(grace, channel, 'lunch'));
  await owner.connection.call(deactivateUser, { user_id: left.id });
  await makeReminderDue(id);
  await owner.connection.call(reactivateUser, { user_id: left.id });
  expect(await remindersOf(await server.logIn(left))).toMatchObject([{ reminder_id: id, failed: true }]);
});

test('the number of reminders per user is limited', async () => {
  const many = await server.user();
  const message = await say(grace, channel, 'lunch');
  await server.server.world.pool.all(sql`
    insert into reminder (realm_id, user_id, message_id, note, content, rendered, due_at)
    select ${server.realmId}, ${many.id}, ${message}, '', 'x', 'x', to_timestamp(4000000000)
    from generate_series(1, 1000)`);
  await expect(remind(many, message)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
