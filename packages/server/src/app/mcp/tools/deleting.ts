import { deleteMessage, getMessage } from '@parley/contract/endpoints/messages.ts';
import { deleteMessageTool } from '@parley/contract/tools/writing.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { titleOf } from '../conversations.ts';
import { named, shortened } from '../fence.ts';
import { runs, type ToolCall } from '../tool-call.ts';

/** Characters of a message in the question whether to delete it. */
const ASKED_LENGTH = 200;

async function questionOf({ call, account }: ToolCall, message_id: number): Promise<string> {
  try {
    const { message } = await call(getMessage, { message_id, apply_markdown: false });
    const place = titleOf(account.user.id, message).slice(2);
    return `Delete message ${message_id} of ${named(message.sender_full_name)} in ${place} for good? ${named(shortened(message.content, ASKED_LENGTH).text)}`;
  } catch (error) {
    // A grant may delete without reading.
    if (error instanceof ApiError && error.code === 'SCOPE_REQUIRED')
      return `Delete message ${message_id} for good?`;
    throw error;
  }
}

export const deleting = [
  runs(
    deleteMessageTool,
    async ({ call }, { message_id }) => {
      await call(deleteMessage, { message_id });
      return { says: `Message ${message_id} is deleted.` };
    },
    (call, { message_id }) => questionOf(call, message_id),
  ),
];
