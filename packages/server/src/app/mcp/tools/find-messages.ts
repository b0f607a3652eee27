import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { getMessage } from '@parley/contract/endpoints/messages.ts';
import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { readConversation, readMessage, searchMessages } from '@parley/contract/tools/reading.ts';
import type { ToolInput } from '@parley/contract/tools/tool.ts';
import { badRequest } from '../../../engine/api-error.ts';
import type { ToolAnswer } from '../answer.ts';
import { termsOf } from '../conversations.ts';
import { messageLines } from '../messages.ts';
import { runs, type ToolCall } from '../tool-call.ts';

/** Texts are wanted as they were written, not as HTML. */
const AS_WRITTEN = { apply_markdown: false, allow_empty_topic_name: true } as const;

type Search = ToolInput<typeof searchMessages>;

const search = runs(searchMessages, async (call, input): Promise<ToolAnswer> => {
  const narrow = narrowOf(input);
  if (narrow.length === 0)
    throw badRequest('Say what to search for: words, a conversation, a sender or a time.');
  const { older_than } = input;
  const { messages, found_oldest } = await call.call(getMessages, {
    ...AS_WRITTEN,
    narrow,
    anchor: older_than === undefined ? 'newest' : String(older_than),
    include_anchor: older_than === undefined,
    num_before: input.limit,
    num_after: 0,
  });
  const [oldest] = messages;
  return {
    says: `${messages.length} messages match, oldest first.`,
    data: messageLines(call, messages),
    next:
      found_oldest || oldest === undefined
        ? undefined
        : `There are more: search again with older_than ${oldest.id}.`,
  };
});

function narrowOf({ words, sender_id, after, before, is, has, ...conversation }: Search): NarrowTerm[] {
  return [
    ...termsOf(conversation),
    ...(sender_id === undefined ? [] : [{ operator: 'sender' as const, operand: sender_id }]),
    ...termOf('after', after),
    ...termOf('before', before),
    ...termOf('is', is),
    ...termOf('has', has),
    ...termOf('search', words?.trim()),
  ];
}

function termOf(
  operator: 'after' | 'before' | 'is' | 'has' | 'search',
  operand: string | undefined,
): NarrowTerm[] {
  return operand === undefined || operand === '' ? [] : [{ operator, operand }];
}

const conversation = runs(readConversation, async (call, input): Promise<ToolAnswer> => {
  const { around } = input;
  const narrow = around === undefined ? termsOf(input) : await conversationOf(call, around);
  if (narrow.length === 0) throw badRequest('Name a message, a topic of a channel, or users.');
  const { messages, found_oldest, found_newest } = await call.call(getMessages, {
    ...AS_WRITTEN,
    narrow,
    anchor: around === undefined ? 'newest' : String(around),
    num_before: input.before,
    num_after: around === undefined ? 0 : input.after,
  });
  return {
    says: `${messages.length} messages, oldest first.`,
    data: messageLines(call, messages),
    next: restOf(
      messages.map(({ id }) => id),
      found_oldest,
      found_newest,
    ),
  };
});

function restOf(ids: readonly number[], foundOldest: boolean, foundNewest: boolean): string {
  const hints = [
    ...(foundOldest ? [] : [`Earlier ones: around ${ids[0]}.`]),
    ...(foundNewest ? [] : [`Later ones: around ${ids.at(-1)}.`]),
  ];
  return hints.join(' ');
}

/** Limited grants need a narrow that names their channel, so the message is looked up first. */
async function conversationOf({ call, account }: ToolCall, id: number): Promise<NarrowTerm[]> {
  if (account.limits === undefined) return [{ operator: 'with', operand: id }];
  const { message } = await call(getMessage, { ...AS_WRITTEN, message_id: id });
  return message.type === 'stream'
    ? [
        { operator: 'channel', operand: message.stream_id },
        { operator: 'topic', operand: message.subject },
      ]
    : [{ operator: 'dm', operand: message.display_recipient.map(({ id: user }) => user) }];
}

const one = runs(readMessage, async (call, { message_id }): Promise<ToolAnswer> => {
  const { message } = await call.call(getMessage, { ...AS_WRITTEN, message_id });
  return { data: messageLines(call, [message], Infinity) };
});

export const findingMessages = [search, conversation, one];
