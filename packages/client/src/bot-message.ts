import { ApiError } from './errors.ts';
import type { Client } from './client.ts';
import type { Message } from './message.ts';
import { replyTo } from './reply-to.ts';
import { sendStreamed, type Streamed } from './send-streamed.ts';

/** A message with what a bot does about it. */
export type BotMessage = Message & {
  /** The content without mentions of the bot, in Markdown. */
  readonly text: string;
  /** Answers in the same topic, or to the same users. */
  reply(content: string): Promise<{ readonly id: number }>;
  /** Answers with a text that grows while it is made, as by a model. */
  stream(pieces: AsyncIterable<string> | Iterable<string>): Promise<Streamed>;
  /** Puts an emoji on the message, under its name: `tada`. */
  react(emojiName: string): Promise<void>;
};

/**
 * The message for one handler. Replies carry keys that follow from the message, the handler and their number, so that
 * a handler that runs again after a crash repeats none of them.
 */
export function botMessage(client: Client, message: Message, text: string, handler: string): BotMessage {
  let replies = 0;
  const nextKey = (): string => {
    replies += 1;
    return `reply-${message.id}-${handler}-${replies}`;
  };
  return {
    ...message,
    text,
    reply: (content) =>
      client.sendMessage(
        { ...replyTo(message), content },
        { key: nextKey(), patienceMilliseconds: Infinity },
      ),
    stream: (pieces) => sendStreamed(client, replyTo(message), pieces, { key: nextKey() }),
    react: async (emoji_name) => {
      try {
        await client.addReaction({ message_id: message.id, emoji_name }, { isHarmless: true });
      } catch (error) {
        if (!(error instanceof ApiError && error.is('REACTION_ALREADY_EXISTS'))) throw error;
      }
    },
  };
}

/** The content without mentions of the user. */
export function withoutMentions(
  content: string,
  { full_name, user_id }: { readonly full_name: string; readonly user_id: number },
): string {
  return content.replaceAll(`@**${full_name}**`, '').replaceAll(`@**${full_name}|${user_id}**`, '').trim();
}
