import { randomUUID } from 'node:crypto';
import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { deleteMessage, sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { muteUser, unmuteUser } from '@parley/contract/endpoints/muted-users.ts';
import { deleteQueue } from '@parley/contract/endpoints/queues.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { updateSubscriptionSettings } from '@parley/contract/endpoints/subscriptions.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import type { Model } from './model.ts';
import type { Organization, RealUser } from './organization.ts';
import { hoursOf } from './real-time.ts';
import type { MentionStep, Step } from './steps.ts';

/** Performs a step on the server. The model has not performed it yet. */
export async function performOnServer(
  world: World,
  organization: Organization,
  model: Model,
  step: Exclude<Step, { kind: 'pass time' }>,
): Promise<void> {
  const { users, channels, messageIds } = organization;
  const user = (index: number): RealUser => found(users[index]);
  const message_id = 'message' in step ? found(messageIds[step.message]) : 0;
  const author = (): RealUser => user('message' in step ? found(model.messages[step.message]).sender : 0);
  switch (step.kind) {
    case 'direct': {
      const to = step.to.map((index) => user(index).id);
      const sent = await user(step.from).connection.call(sendMessage, {
        type: 'direct',
        to,
        content: textOf(organization, messageIds.length, { kind: 'none' }),
      });
      messageIds.push(sent.id);
      return;
    }
    case 'channel': {
      const sent = await user(step.from).connection.call(sendMessage, {
        type: 'channel',
        to: found(channels[step.channel]),
        topic: step.topic,
        content: textOf(organization, messageIds.length, step.mention),
      });
      messageIds.push(sent.id);
      return;
    }
    case 'read':
      await user(step.user).connection.call(updateMessageFlags, {
        messages: [message_id],
        op: 'add',
        flag: 'read',
      });
      return;
    case 'edit':
      await author().connection.call(updateMessage, {
        message_id,
        content: `${textOf(organization, step.message, step.mention)} edited ${model.step}`,
      });
      return;
    case 'empty':
      await author().connection.call(updateMessage, { message_id, content: '' });
      return;
    case 'delete':
      await user(0).connection.call(deleteMessage, { message_id });
      return;
    default:
      return changeUser(world, organization, model, user(step.user), step);
  }
}

type UserStep = Extract<Step, { user: number }>;

async function changeUser(
  { pool }: World,
  { realmId, users, channels, stillSince }: Organization,
  { now }: Model,
  user: RealUser,
  step: UserStep,
): Promise<void> {
  const { connection, id } = user;
  const own = sql`realm_id = ${realmId} and user_id = ${id}`;
  switch (step.kind) {
    case 'mute user':
      await connection.call(muteUser, { muted_user_id: found(users[step.muted]).id }).catch(ignore);
      return;
    case 'unmute user':
      await connection.call(unmuteUser, { muted_user_id: found(users[step.muted]).id }).catch(ignore);
      return;
    case 'topic policy':
      await connection.call(updateUserTopic, {
        stream_id: found(channels[step.channel]),
        topic: step.topic,
        visibility_policy: step.policy as 0,
      });
      return;
    case 'subscription': {
      const { property, value } = step;
      const stream_id = found(channels[step.channel]);
      await connection.call(updateSubscriptionSettings, {
        subscription_data: [{ stream_id, property, value }],
      });
      return;
    }
    case 'setting':
      await connection.call(updateSettings, { [step.name]: step.value });
      return;
    case 'quiet hours':
      await connection.call(updateSettings, {
        do_not_disturb_hours: step.quiet === undefined ? '' : hoursOf(step.quiet, now, stillSince),
      });
      return;
    case 'present':
      await pool.all(sql`
        insert into presence (realm_id, user_id, active_at, idle_at, update_id)
        values (${realmId}, ${id}, now(), now(), ${id})
        on conflict (realm_id, user_id) do update set active_at = now(), idle_at = now()`);
      return;
    case 'open queue':
      // No node has the queue in memory, so its time is that of the row.
      await pool.all(sql`
        insert into event_queue (realm_id, id, user_id, from_position, acknowledged, client_options, idle_seconds)
        select ${realmId}, ${randomUUID()}, ${id}, head, head, '{"eventTypes": ["message"]}', 600
        from realm_head where realm_id = ${realmId}`);
      return;
    case 'acknowledge':
      await pool.all(sql`
        update event_queue q set last_seen = now(), acknowledged = head
        from realm_head h where q.${own} and h.realm_id = q.realm_id and q.offline_at is null`);
      return;
    case 'close queue': {
      const row = await pool.first(sql<{ id: string }>`
        select id from event_queue where ${own} and offline_at is null`);
      await connection.call(deleteQueue, { queue_id: row?.id ?? '' });
      return;
    }
    case 'read':
      return;
  }
}

/** Muting a muted user is refused, and changes nothing. */
function ignore(): void {}

/** Every message has its number in its text. */
function textOf({ users }: Organization, number: number, mention: MentionStep): string {
  return `m${number}x ${mentionText(users, mention)}`.trim();
}

function mentionText(users: readonly RealUser[], mention: MentionStep): string {
  switch (mention.kind) {
    case 'none':
      return '';
    case 'user':
      return `@**|${found(users[mention.user]).id}**`;
    case 'silent':
      return `@_**|${found(users[mention.user]).id}**`;
    case 'group':
      return '@*team*';
    case 'channel':
      return '@**all**';
    case 'topic':
      return '@**topic**';
  }
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The step names something that does not exist.');
  return value;
}
