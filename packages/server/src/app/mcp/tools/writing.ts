import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { updateMessageFlagsForNarrow } from '@parley/contract/endpoints/message-flags.ts';
import { sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { addReaction, removeReaction } from '@parley/contract/endpoints/reactions.ts';
import { createMessageReminder } from '@parley/contract/endpoints/reminders.ts';
import { createScheduledMessage } from '@parley/contract/endpoints/scheduled-messages.ts';
import * as tools from '@parley/contract/tools/writing.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { idOfChannel, placeOf, termsOf, type ConversationInput } from '../conversations.ts';
import { runs, type ToolCall } from '../tool-call.ts';

const send = runs(tools.sendMessageTool, async ({ call }, { text, ...conversation }) => {
  const { id, message_url } = await call(sendMessage, {
    ...placeOf(conversation),
    content: text,
    read_by_sender: true,
  });
  return { says: `Sent as message ${id}: ${message_url}` };
});

const draft = runs(tools.saveDraft, async (toolCall, { text, ...conversation }) => {
  const { type, to, topic } = await addressOf(toolCall, conversation);
  const { ids } = await toolCall.call(createDrafts, {
    drafts: [
      type === 'channel'
        ? { type: 'stream', to: [to], topic, content: text }
        : { type: 'private', to, topic: '', content: text },
    ],
  });
  return { says: `Saved as draft ${ids.join(', ')}. The user finds it under Drafts.` };
});

const schedule = runs(tools.scheduleMessage, async (toolCall, { text, at, ...conversation }) => {
  const { type, to, topic } = await addressOf(toolCall, conversation);
  const { scheduled_message_id } = await toolCall.call(createScheduledMessage, {
    type,
    to,
    ...(topic === undefined ? {} : { topic }),
    content: text,
    read_by_sender: true,
    scheduled_delivery_timestamp: secondsOf(at),
  });
  return { says: `Scheduled as ${scheduled_message_id}.` };
});

/** Drafts and scheduled messages name a channel by its id. */
async function addressOf(toolCall: ToolCall, conversation: ConversationInput) {
  const place = placeOf(conversation);
  if (place.type === 'direct') return { ...place, topic: undefined };
  return { ...place, to: await idOfChannel(toolCall, place.to) };
}

const edit = runs(tools.editMessage, async ({ call }, { message_id, text }) => {
  await call(updateMessage, { message_id, content: text });
  return { says: `Message ${message_id} is changed.` };
});

const react = runs(tools.react, async ({ call }, { message_id, emoji, remove }) => {
  const name = { message_id, emoji_name: emoji.replaceAll(':', '') };
  await (remove ? call(removeReaction, name) : call(addReaction, name));
  return { says: remove ? 'The reaction is removed.' : 'The reaction is added.' };
});

/** Messages that one call marks. */
const MAX_MARKED = 5_000;

const read = runs(tools.markRead, async ({ call }, { up_to, ...conversation }) => {
  const narrow = termsOf(conversation);
  if (narrow.length === 0) throw badRequest('Name the channel, the topic or the users.');
  const { updated_count } = await call(updateMessageFlagsForNarrow, {
    narrow: [...narrow, { operator: 'is', operand: 'unread' }],
    anchor: String(up_to),
    num_before: MAX_MARKED,
    num_after: 0,
    flag: 'read',
    op: 'add',
  });
  return { says: `${updated_count} messages are marked as read.` };
});

const remind = runs(tools.remindMe, async ({ call }, { message_id, at, note }) => {
  const { reminder_id } = await call(createMessageReminder, {
    message_id,
    scheduled_delivery_timestamp: secondsOf(at),
    note,
  });
  return { says: `Reminder ${reminder_id} is set.` };
});

/** Seconds of a moment in ISO 8601, which has to name its offset. */
function secondsOf(text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at) || !/(?:Z|[+-]\d\d:?\d\d)$/i.test(text.trim()))
    throw badRequest('Give the time in ISO 8601 with an offset, such as 2027-01-31T09:00:00+01:00.');
  return Math.floor(at / 1000);
}

export const writing = [send, draft, schedule, edit, react, read, remind];
