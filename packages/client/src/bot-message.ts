import { ApiError } from './errors.ts';
import type { Client } from './client.ts';
import type { Message } from './message.ts';
import { replyTo } from './reply-to.ts';

/** A message with what a bot does about it. */
export type BotMessage = Message & {
  /** The content without mentions of the bot, in Markdown. */
  readonly text: string;
  /** Answers in the same topic, or to the same users. */
  reply(content: string): Promise<{ readonly id: number }>;
  /** Puts an emoji on the message, under its name: `tada`. */
  react(emojiName: string): Promise<void>;
};

/**
 * The message for one handler. Replies carry keys that follow from the message, the handler and their number, so that
 * a handler that runs again after a crash repeats none of them.
 */
export function botMessage(client: Client, message: Message, text: string, handler: string): BotMessage {
  let replies = 0;
  return {
    ...message,
    text,
    reply: (content) => {
      replies += 1;
      return client.sendMessage(
        { ...replyTo(message), content },
        { key: `reply-${message.id}-${handler}-${replies}`, patienceMilliseconds: Infinity },
      );
    },
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
