import * as z from 'zod';

/** Arguments that several tools share. */

export const MAX_LISTED = 50;

export const messageId = z.int().positive().describe('Id of a message.');
export const channel = z.union([z.int(), z.string()]).describe('Id or name of a channel.');
export const topic = z.string().describe('Topic of the channel.');
export const userIds = z
  .array(z.int())
  .min(1)
  .max(50)
  .describe('The other users of a direct conversation; your own id for notes to yourself.');

/** A conversation: a topic of a channel, or users. */
export const conversation = {
  channel: channel.optional(),
  topic: topic.optional(),
  user_ids: userIds.optional(),
};

export function limit(usual: number, max = MAX_LISTED) {
  return z.int().min(1).max(max).default(usual);
}

/** The value that repeats a call which was asked back, where the client cannot ask its user by itself. */
export const confirm = z
  .string()
  .optional()
  .describe('Leave out. Only the code of a question that the user has answered with yes.');
