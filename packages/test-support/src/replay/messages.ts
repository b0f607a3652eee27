import { subscribe } from '@parley/contract/endpoints/channels.ts';
import {
  markAllAsRead,
  markStreamAsRead,
  markTopicAsRead,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} from '@parley/contract/endpoints/message-flags.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { reportMessage, sendMessage, sendSubmessage } from '@parley/contract/endpoints/messages.ts';
import { muteUser, unmuteUser } from '@parley/contract/endpoints/muted-users.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { getStreamId } from '@parley/contract/endpoints/streams.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { updateSubscriptionSettings } from '@parley/contract/endpoints/subscriptions.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { TestUser } from '../harness.ts';
import type { Act, Stage } from './acts.ts';

export const FORUM = 'forum';
export const DEN = 'den';

export async function channelCalled({ cast: { member } }: Stage, stream: string): Promise<number> {
  return (await member.connection.call(getStreamId, { stream })).stream_id;
}

/** Says something in the forum, or elsewhere; answers the message's id. */
export async function say(
  { connection }: TestUser,
  topic: string,
  content: string,
  channel = FORUM,
): Promise<number> {
  return (await connection.call(sendMessage, { type: 'channel', to: channel, topic, content })).id;
}

async function whisper({ connection }: TestUser, to: readonly TestUser[], content: string): Promise<number> {
  return (await connection.call(sendMessage, { type: 'direct', to: to.map(({ id }) => id), content })).id;
}

/** Ids of the messages of a topic that a user can read, oldest first. */
export async function idsIn({ connection }: TestUser, channel: string, topic: string): Promise<number[]> {
  const { messages } = await connection.call(getMessages, {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: channel },
      { operator: 'topic', operand: topic },
    ],
  });
  return messages.map(({ id }) => id);
}

function mention({ id }: TestUser): string {
  return `@**|${id}**`;
}

/** Sending, to channels and to users. */
export function sendingActs(): Act[] {
  return [
    {
      name: 'messages may be edited',
      run: ({ cast: { owner } }) =>
        owner.connection.call(updateRealm, {
          allow_message_editing: true,
          message_content_edit_limit_seconds: 'unlimited',
        }),
    },
    {
      name: 'there is a place to talk',
      run: async ({ cast: { owner, administrator, moderator, member, guest, bot, hero } }) => {
        const everybody = [owner, administrator, moderator, member, guest, bot, hero];
        await member.connection.call(subscribe, {
          subscriptions: [{ name: FORUM }],
          principals: everybody.map(({ id }) => id),
        });
        await member.connection.call(subscribe, {
          subscriptions: [{ name: DEN }],
          principals: [member.id, hero.id],
          invite_only: true,
          history_public_to_subscribers: false,
        });
      },
    },
    { name: 'a topic begins', run: ({ cast: { member } }) => say(member, 'Lunch', 'Who is hungry?') },
    {
      name: 'somebody is mentioned in a topic',
      run: ({ cast: { member, hero } }) => say(member, 'lunch', `${mention(hero)} surely is.`),
    },
    { name: 'everybody is called', run: ({ cast: { owner } }) => say(owner, 'Lunch', '@**all** come!') },
    { name: 'a topic has no name', run: ({ cast: { hero } }) => say(hero, '', 'Just so.') },
    { name: 'a bot says something', run: ({ cast: { bot } }) => say(bot, 'machines', 'beep') },
    {
      name: 'users talk where others cannot hear it',
      run: ({ cast: { member, hero } }) => say(member, 'secrets', `psst ${mention(hero)}`, DEN),
    },
    {
      name: 'a message is reported',
      run: async (stage) => {
        const { owner, member, guest } = stage.cast;
        const moderation_request_channel_id = await channelCalled(stage, DEN);
        // Reports go to a channel that the owner can read.
        await member.connection.call(subscribe, { subscriptions: [{ name: DEN }], principals: [owner.id] });
        await owner.connection.call(updateRealm, { moderation_request_channel_id });
        const message_id = await say(member, 'Lunch', 'Spam again!');
        await guest.connection.call(reportMessage, {
          message_id,
          report_type: 'spam',
          description: 'No spam.',
        });
      },
    },
    {
      name: 'users write to each other',
      run: async ({ cast: { member, guest, hero, owner } }) => {
        await whisper(member, [hero], 'to one');
        await whisper(hero, [member, owner], 'to several');
        await whisper(hero, [hero], 'to myself');
        await whisper(owner, [hero, guest, member], `to ${mention(guest)} and @**all**`);
        await whisper(hero, [member], 'and back');
      },
    },
    {
      name: 'a poll is voted in',
      run: async ({ cast: { member, hero } }) => {
        const message_id = await say(member, 'polls', '/poll Soup?\n- yes\n- no');
        await hero.connection.call(sendSubmessage, {
          message_id,
          msg_type: 'widget',
          content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
        });
      },
    },
    {
      name: 'somebody who is muted has written and writes',
      run: async ({ cast: { hero, moderator } }) => {
        await say(moderator, 'noise', 'one');
        await hero.connection.call(muteUser, { muted_user_id: moderator.id });
        await say(moderator, 'noise', 'two');
        await hero.connection.call(unmuteUser, { muted_user_id: moderator.id });
        await say(moderator, 'noise', 'three');
      },
    },
  ];
}

async function flag(
  { connection }: TestUser,
  op: 'add' | 'remove',
  name: 'read' | 'starred' | 'collapsed',
  messages: number[],
): Promise<unknown> {
  return connection.call(updateMessageFlags, { op, flag: name, messages });
}

const inForum: NarrowTerm[] = [{ operator: 'channel', operand: FORUM }];

/** Marking, and what muting and leaving do to what is unread. */
export function readingActs(): Act[] {
  return [
    {
      name: 'a message is read on one device',
      run: async ({ cast: { hero } }) =>
        flag(hero, 'add', 'read', (await idsIn(hero, FORUM, 'lunch')).slice(1)),
    },
    {
      // Not the call to everybody: no event tells that a mute hides it from the mentions.
      name: 'messages are unread again',
      run: async ({ cast: { hero } }) =>
        flag(hero, 'remove', 'read', (await idsIn(hero, FORUM, 'lunch')).slice(0, 2)),
    },
    {
      name: 'messages are starred and collapsed',
      run: async ({ cast: { hero, guest } }) => {
        const ids = await idsIn(hero, FORUM, 'lunch');
        await flag(hero, 'add', 'starred', ids);
        await flag(hero, 'remove', 'starred', ids.slice(0, 1));
        await flag(guest, 'add', 'collapsed', ids);
      },
    },
    {
      name: 'a search is marked as read and as unread',
      run: async ({ cast: { member, guest } }) => {
        const range = {
          anchor: 'oldest',
          num_before: 0,
          num_after: 3,
          narrow: inForum,
          flag: 'read' as const,
        };
        await member.connection.call(updateMessageFlagsForNarrow, { ...range, op: 'add' });
        await guest.connection.call(updateMessageFlagsForNarrow, { ...range, op: 'add' });
        await guest.connection.call(updateMessageFlagsForNarrow, { ...range, num_after: 1, op: 'remove' });
      },
    },
    {
      name: 'unread topics are muted, unmuted and followed',
      run: async (stage) => {
        const { hero, guest } = stage.cast;
        const stream_id = await channelCalled(stage, FORUM);
        const setPolicy = (who: TestUser, topic: string, visibility_policy: 0 | 1 | 2 | 3) =>
          who.connection.call(updateUserTopic, { stream_id, topic, visibility_policy });
        await setPolicy(hero, 'NOISE', 1);
        await setPolicy(guest, 'polls', 1);
        await setPolicy(guest, 'noise', 3);
        await setPolicy(guest, 'polls', 0);
      },
    },
    {
      name: 'a channel with unread messages is muted',
      run: async (stage) => {
        const stream_id = await channelCalled(stage, FORUM);
        const mute = (who: TestUser, value: boolean) =>
          who.connection.call(updateSubscriptionSettings, {
            subscription_data: [{ stream_id, property: 'is_muted', value }],
          });
        await mute(stage.cast.hero, true);
        await mute(stage.cast.guest, true);
        await mute(stage.cast.guest, false);
      },
    },
    {
      name: 'something is said in a muted channel',
      run: async ({ cast: { owner, hero } }) => {
        await say(owner, 'new', mention(hero));
        await say(owner, 'noise', 'four');
      },
    },
    {
      name: 'a topic and a channel are read',
      run: async (stage) => {
        const { hero, moderator } = stage.cast;
        const stream_id = await channelCalled(stage, FORUM);
        await hero.connection.call(markTopicAsRead, { stream_id, topic_name: 'noise' });
        await moderator.connection.call(markStreamAsRead, { stream_id });
      },
    },
    {
      name: 'somebody with unread messages leaves a channel',
      run: ({ cast: { hero } }) => hero.connection.call(unsubscribe, { subscriptions: [DEN] }),
    },
    { name: 'everything is read', run: ({ cast: { bot } }) => bot.connection.call(markAllAsRead) },
  ];
}
