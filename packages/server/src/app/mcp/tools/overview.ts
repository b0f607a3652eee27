import { getConversations, type ConversationSummary } from '@parley/contract/endpoints/conversations.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { getStreams } from '@parley/contract/endpoints/streams.ts';
import { getUsers } from '@parley/contract/endpoints/users.ts';
import type { WireMessage } from '@parley/contract/objects/message.ts';
import { catchUp, listConversations } from '@parley/contract/tools/reading.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { conversationPath } from '../../../chat/messages/links.ts';
import type { ToolAnswer } from '../answer.ts';
import { termsOf, titleOf } from '../conversations.ts';
import { named, quoted, shortened } from '../fence.ts';
import { messageLines, timeOf } from '../messages.ts';
import { runs, type ToolCall } from '../tool-call.ts';

/** Messages of a conversation that a catch-up shows, and characters of each. */
const SHOWN_MESSAGES = 3;
const SHOWN_LENGTH = 300;

const unread = runs(catchUp, async (call, { channel, limit }): Promise<ToolAnswer> => {
  const { messages, found_oldest } = await call.call(getMessages, {
    apply_markdown: false,
    allow_empty_topic_name: true,
    narrow: [...termsOf({ channel }), { operator: 'is', operand: 'unread' }],
    anchor: 'newest',
    num_before: limit,
    num_after: 0,
  });
  const byConversation = [
    ...Map.groupBy(messages, ({ recipient_id, subject }) => `${recipient_id} ${subject}`).values(),
  ];
  const count = found_oldest ? String(messages.length) : `More than ${messages.length}`;
  return {
    says: `${count} unread messages in ${byConversation.length} conversations, with the last ${SHOWN_MESSAGES} of each.`,
    data: byConversation.toReversed().flatMap((group) => unreadLines(call, group)),
    next: found_oldest ? undefined : 'Ask with a higher limit, or for one channel, to see the others.',
  };
});

function unreadLines(call: ToolCall, messages: readonly WireMessage[]): string[] {
  const [first] = messages;
  if (first === undefined) return [];
  const shown = messageLines(call, messages.slice(-SHOWN_MESSAGES), SHOWN_LENGTH);
  return [
    `${titleOf(call.account.user.id, first)}: ${messages.length} unread since ${first.id}`,
    ...shown.slice(1),
  ];
}

const recent = runs(listConversations, async (call, { limit, older_than }): Promise<ToolAnswer> => {
  const { conversations, found_oldest } = await call.call(getConversations, {
    allow_empty_topic_name: true,
    limit,
    before: older_than,
  });
  const names = await namesOf(call, conversations);
  const last = conversations.at(-1);
  return {
    says: `${conversations.length} conversations, newest first.`,
    data: conversations.flatMap((summary) => summaryLines(call, summary, names)),
    next:
      found_oldest || last === undefined ? undefined : `For more, list again with older_than ${last.max_id}.`,
  };
});

type Names = { readonly users: ReadonlyMap<number, string>; readonly channels: ReadonlyMap<number, string> };

/** Names are an addition: a grant that does not see people and channels gets the ids alone. */
async function namesOf({ call }: ToolCall, conversations: readonly ConversationSummary[]): Promise<Names> {
  const userIds = conversations.flatMap((summary) => [
    summary.sender_id,
    ...(summary.type === 'private' ? summary.user_ids : []),
  ]);
  const [users, channels] = await Promise.all([
    unlessRefused(call(getUsers, { user_ids: [...new Set(userIds)] })),
    conversations.some(({ type }) => type === 'stream') ? unlessRefused(call(getStreams, {})) : undefined,
  ]);
  return {
    users: new Map(users?.members.map(({ user_id, full_name }) => [user_id, full_name])),
    channels: new Map(channels?.streams.map(({ stream_id, name }) => [stream_id, name])),
  };
}

async function unlessRefused<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SCOPE_REQUIRED') return undefined;
    throw error;
  }
}

function summaryLines(
  { url, account: { user } }: ToolCall,
  summary: ConversationSummary,
  { users, channels }: Names,
): string[] {
  const personOf = (id: number): string => `${named(users.get(id) ?? '')} (user ${id})`;
  const title =
    summary.type === 'stream'
      ? `channel ${summary.stream_id} ${named(channels.get(summary.stream_id) ?? '')}, topic ${named(summary.topic)}`
      : summary.user_ids.length === 0
        ? 'notes to yourself'
        : `direct with ${summary.user_ids.map(personOf).join(', ')}`;
  const path =
    summary.type === 'stream'
      ? conversationPath({
          kind: 'channel',
          id: summary.stream_id,
          name: channels.get(summary.stream_id),
          topic: summary.topic,
        })
      : conversationPath({
          kind: 'direct',
          userIds: summary.user_ids.length === 0 ? [user.id] : summary.user_ids,
        });
  return [
    `# ${title}`,
    `[${summary.max_id}] ${personOf(summary.sender_id)}, ${timeOf(summary.timestamp)}, ${url}${path}/near/${summary.max_id}`,
    ...quoted(shortened(summary.preview, SHOWN_LENGTH).text),
  ];
}

export const overviews = [unread, recent];
