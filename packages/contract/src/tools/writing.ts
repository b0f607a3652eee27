import * as z from 'zod';
import { createDrafts } from '../endpoints/drafts.ts';
import { updateMessageFlagsForNarrow } from '../endpoints/message-flags.ts';
import { deleteMessage, sendMessage, updateMessage } from '../endpoints/messages.ts';
import { addReaction, removeReaction } from '../endpoints/reactions.ts';
import { createMessageReminder } from '../endpoints/reminders.ts';
import { createScheduledMessage } from '../endpoints/scheduled-messages.ts';
import { getStreamId } from '../endpoints/streams.ts';
import { confirm, conversation, messageId } from './arguments.ts';
import { tool } from './tool.ts';

const text = z.string().min(1).describe('Markdown. @**Name** mentions.');
const time = z.string().describe('Moment in ISO 8601 with an offset, later than now.');

export const sendMessageTool = tool({
  name: 'send_message',
  title: 'Send a message',
  doc: 'Sends a message as the user, to a topic of a channel or to users. Others see it at once; if in doubt use save_draft.',
  effect: 'changes',
  input: { ...conversation, text },
  operations: [sendMessage],
});

export const saveDraft = tool({
  name: 'save_draft',
  title: 'Save a draft',
  doc: 'Leaves a message in the drafts of the user, who can change and send it. Nobody else sees it.',
  effect: 'changes',
  input: { ...conversation, text },
  operations: [createDrafts, getStreamId],
});

export const scheduleMessage = tool({
  name: 'schedule_message',
  title: 'Schedule a message',
  doc: 'Sends a message as the user at a later time.',
  effect: 'changes',
  input: { ...conversation, text, at: time },
  operations: [createScheduledMessage, getStreamId],
});

export const editMessage = tool({
  name: 'edit_message',
  title: 'Edit a message',
  doc: 'Replaces the text of a message of the user. Earlier texts stay in its history.',
  effect: 'changes',
  input: { message_id: messageId, text },
  operations: [updateMessage],
});

export const deleteMessageTool = tool({
  name: 'delete_message',
  title: 'Delete a message',
  doc: 'Deletes a message for good. The user is asked first.',
  effect: 'destroys',
  input: { message_id: messageId, confirm },
  operations: [deleteMessage],
});

export const react = tool({
  name: 'react',
  title: 'React to a message',
  doc: 'Adds or removes an emoji of the user on a message.',
  effect: 'changes',
  input: {
    message_id: messageId,
    emoji: z.string().describe('Name without colons, such as tada.'),
    remove: z.boolean().default(false),
  },
  operations: [addReaction, removeReaction],
});

export const markRead = tool({
  name: 'mark_read',
  title: 'Mark as read',
  doc: 'Marks a conversation or a whole channel as read for the user, up to a message.',
  effect: 'changes',
  input: { ...conversation, up_to: messageId.describe('The last message that was read.') },
  operations: [updateMessageFlagsForNarrow],
});

export const remindMe = tool({
  name: 'remind_me',
  title: 'Remind the user of a message',
  doc: 'At the time, the user gets a direct message that quotes this one.',
  effect: 'changes',
  input: { message_id: messageId, at: time, note: z.string().optional() },
  operations: [createMessageReminder],
});
