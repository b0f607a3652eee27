import { updateMessage, sendMessage, sendSubmessage } from '@parley/contract/endpoints/messages.ts';
import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { addReaction } from '@parley/contract/endpoints/reactions.ts';
import type { SampleUsers } from './channels.ts';
import { withFiles } from './files.ts';
import { directConversations } from './conversations/direct.ts';
import { domeConversations } from './conversations/dome.ts';
import { generalConversations } from './conversations/general.ts';
import { houseConversations } from './conversations/house.ts';
import { skyConversations } from './conversations/sky.ts';
import type { SampleMessage, Conversation } from './conversations/conversation.ts';

const talks: readonly Conversation[] = [
  ...houseConversations,
  ...generalConversations,
  ...domeConversations,
  ...skyConversations,
  ...directConversations,
];

/** Conversations whose last messages are unread for the owner when the demo starts. */
const UNREAD_TALKS = 4;

/** Sends all conversations; returns the number of messages. */
export async function sendConversations(cast: SampleUsers): Promise<number> {
  const called = firstNames(cast);
  let count = 0;
  for (const one of talks) {
    const ids: number[] = [];
    for (const line of one.lines) ids.push(await say(cast, called, one, line));
    count += ids.length;
    if ('resolved' in one) await resolve(cast, one.topic, ids);
    await vote(cast, one, ids);
    const isFresh = talks.indexOf(one) >= talks.length - UNREAD_TALKS;
    await read(cast, called, one, isFresh ? ids.slice(0, -2) : ids);
  }
  return count;
}

type Called = (first: string) => string;

function firstNames(cast: SampleUsers): Called {
  const full = new Map(cast.names.map((name) => [name.split(' ')[0] ?? name, name]));
  return (first) => full.get(first) ?? first;
}

async function say(
  cast: SampleUsers,
  called: Called,
  one: Conversation,
  [who, content, reactions = '']: SampleMessage,
) {
  const speaker = cast.as(called(who));
  const to =
    'channel' in one
      ? ({ type: 'channel', to: one.channel, topic: one.topic } as const)
      : ({ type: 'direct', to: one.among.map((name) => cast.idOf(called(name))) } as const);
  const said = await withFiles(speaker, content);
  const { id } = await speaker.call(sendMessage, { ...to, content: said, read_by_sender: true });
  for (const reaction of reactions.split(', ').filter((text) => text !== '')) {
    const [name = '', emoji_name = ''] = reaction.split(' ');
    await cast.as(called(name)).call(addReaction, { message_id: id, emoji_name });
  }
  return id;
}

async function resolve(cast: SampleUsers, topic: string, ids: readonly number[]): Promise<void> {
  await cast.as('Jonas Feld').call(updateMessage, {
    message_id: ids.at(-1) ?? 0,
    topic: `✔ ${topic}`,
    propagate_mode: 'change_all',
  });
}

const VOTES = [
  ['Kenji Watanabe', 1],
  ['Amara Okonkwo', 1],
  ['Jonas Feld', 0],
  ['Priya Raman', 1],
] as const;

async function vote(cast: SampleUsers, one: Conversation, ids: readonly number[]): Promise<void> {
  const place = one.lines.findIndex(([, content]) => content.startsWith('/poll'));
  const message_id = ids[place];
  if (message_id === undefined) return;
  for (const [name, option] of VOTES)
    await cast.as(name).call(sendSubmessage, {
      message_id,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: `canned,${option}`, vote: 1 }),
    });
}

/** Marks messages as read for the participants, and stars some of them for the owner. */
async function read(
  cast: SampleUsers,
  called: Called,
  one: Conversation,
  ids: readonly number[],
): Promise<void> {
  const speakers = [...new Set(one.lines.map(([who]) => called(who)))];
  const owner = cast.names[0] ?? '';
  const isOwners = 'channel' in one || one.among.some((name) => called(name) === owner);
  for (const name of new Set([...speakers, ...(isOwners ? [owner] : [])]))
    await cast.as(name).call(updateMessageFlags, { messages: [...ids], op: 'add', flag: 'read' });
  const kept = one.lines.findIndex(([, content]) => /recipe|light_curve|Δ|Delta|who \|/.test(content));
  if (isOwners && kept >= 0)
    await cast
      .as(owner)
      .call(updateMessageFlags, { messages: ids.slice(kept, kept + 1), op: 'add', flag: 'starred' });
}
