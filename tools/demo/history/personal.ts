import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { markAllAsRead, updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { addNavigationView } from '@parley/contract/endpoints/navigation-views.ts';
import { createMessageReminder } from '@parley/contract/endpoints/reminders.ts';
import { createSavedSnippet } from '@parley/contract/endpoints/saved-snippets.ts';
import { createScheduledMessage } from '@parley/contract/endpoints/scheduled-messages.ts';
import { updateUserTopic } from '@parley/contract/endpoints/topics.ts';
import type { Cast } from '../cast.ts';
import { owner } from '../users.ts';
import type { SentIds } from './send-history.ts';
import type { TimedMessage } from './timeline.ts';

const MUTED = 1;
const FOLLOWED = 3;

const TOPIC_POLICIES = [
  ['Iris', 'dome', 'mirror cover', FOLLOWED],
  ['Iris', 'dome', 'night plan', FOLLOWED],
  ['Iris', 'dome', 'nightly log', MUTED],
  ['Iris', 'lunch', 'friday', MUTED],
  ['Chen', 'dome', 'mirror cover', FOLLOWED],
  ['Chen', 'dome', 'night plan', FOLLOWED],
  ['Chen', 'dome', 'new limit switches', FOLLOWED],
  ['Chen', 'dome', 'rain sensor: false alarms in fog', FOLLOWED],
  ['Chen', 'pipeline', 'nightly runs', FOLLOWED],
  ['Chen', 'seeing', 'seeing log', FOLLOWED],
  ['Jonas', 'general', 'cake', MUTED],
] as const;

/** Messages that other users have not read yet, by the end of the conversations. */
const UNREAD_OF_OTHERS: readonly (readonly [key: string, channel: string, topic: string, count: number])[] = [
  ['Bram', 'dome', 'mirror cover', 2],
  ['Bram', 'dome', 'night plan', 3],
  ['Chen', 'dome', 'mirror cover', 1],
  ['Chen', 'pipeline', 'rollback of the calibration tables to the state of Friday', 1],
  ['Nour', 'dome', 'mirror cover', 9],
  ['Nour', 'dome', 'night plan', 3],
  ['Dara', 'dome', 'mirror cover', 1],
  ['Dara', 'pipeline', 'nightly runs', 2],
  ['Emil', 'pipeline', 'rollback of the calibration tables to the state of Friday', 2],
];

/** Sets read state, stars and topic policies. */
export async function arrangeReading(
  cast: Cast,
  channels: ReadonlyMap<string, number>,
  ids: SentIds,
): Promise<void> {
  await Promise.all(cast.keys.map((key) => cast.as(key).call(markAllAsRead, {})));
  const mark = (key: string, op: 'add' | 'remove', flag: 'read' | 'starred', messages: number[]) =>
    messages.length === 0 ? Promise.resolve() : cast.as(key).call(updateMessageFlags, { messages, op, flag });
  const sent = [...ids];
  const chosen = (test: (message: TimedMessage) => boolean): number[] =>
    sent.filter(([message]) => test(message)).map(([, id]) => id);
  await mark(
    owner.key,
    'remove',
    'read',
    chosen(({ details }) => details.isUnread === true),
  );
  await mark(
    owner.key,
    'add',
    'starred',
    chosen(({ details }) => details.isStarred === true),
  );
  for (const [key, channel, topic, count] of UNREAD_OF_OTHERS) {
    const messages = chosen((message) => isIn(message, channel, topic) && message.sender !== key);
    await mark(key, 'remove', 'read', messages.slice(-count));
  }
  for (const [key, channel, topic, visibility_policy] of TOPIC_POLICIES)
    await cast
      .as(key)
      .call(updateUserTopic, { stream_id: channels.get(channel) ?? 0, topic, visibility_policy });
}

function isIn({ conversation }: TimedMessage, channel: string, topic: string): boolean {
  return 'channel' in conversation && conversation.channel === channel && conversation.topic === topic;
}

const HOUR_SECONDS = 3600;

/** Drafts, a scheduled message, a reminder, a snippet and navigation views of the owner. */
export async function prepareDesk(
  cast: Cast,
  channels: ReadonlyMap<string, number>,
  ids: SentIds,
  at: number,
): Promise<void> {
  const iris = cast.as(owner.key);
  const to = (channel: string): number[] => [channels.get(channel) ?? 0];
  await iris.call(createDrafts, {
    drafts: [
      { type: 'stream', to: to('dome'), topic: 'new limit switches', content: 'The supplier answered that' },
      {
        type: 'stream',
        to: to('board'),
        topic: 'budget for the second motor',
        content: 'Ordered. It comes in ten days, with an invoice for',
      },
    ],
  });
  // The server takes only times ahead of its own clock.
  const now = Math.floor(Math.max(at, Date.now()) / 1000);
  const report = [...ids].findLast(([message]) => isIn(message, 'seeing', 'report for March'));
  await iris.call(createMessageReminder, {
    message_id: report?.[1] ?? 0,
    scheduled_delivery_timestamp: now + 2 * HOUR_SECONDS,
    note: 'answer after the meeting',
  });
  await iris.call(createScheduledMessage, {
    type: 'direct',
    to: [cast.idOf('Bram')],
    content: 'Good morning! Could you look at the fan first?',
    scheduled_delivery_timestamp: now + 24 * HOUR_SECONDS,
  });
  await iris.call(createSavedSnippet, {
    title: 'Visitors',
    content: 'Please bring a warm jacket. The dome is as cold as the night.',
  });
  for (const view of VIEWS) await iris.call(addNavigationView, view);
  await cast.as('Priya').call(createDrafts, {
    drafts: [
      {
        type: 'private',
        to: [cast.idOf('Amara')],
        topic: '',
        content: 'I think we have a **nova candidate**.',
      },
    ],
  });
}

const VIEWS = [
  { fragment: 'narrow/is/mentioned', is_pinned: true },
  { fragment: 'narrow/is/starred', is_pinned: false },
  { fragment: 'narrow/search/nova', is_pinned: true, name: 'Novae' },
];
