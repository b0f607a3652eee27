import type { Chat } from '../data/chat.ts';
import { channelById, subscriptionById } from '../data/derived/channels.ts';
import { readNewest } from '../data/actions/message-actions.ts';
import type { Conversation } from '../data/narrow/narrow.ts';
import { ask } from '../parts/question-store.ts';
import { channelName } from '../screen/titles.ts';
import { plural, t } from '../words/index.ts';

/** Mentions that notify at least so many users are confirmed. */
const MIN_ASKED = 15;
/** Newest messages of a topic whose writers count as those that `@topic` reaches. */
const COUNTED_MESSAGES = 1000;

/** Whether a text may mention all users of its conversation; what stands in code is found by rendering it. */
export function mayReachMany(text: string): boolean {
  return /@\*\*(?:all|everyone|channel|stream|topic)\*\*/.test(text);
}

/** Asks before a text notifies many users; true if it may be sent. */
export async function askReach(chat: Chat, conversation: Conversation, text: string): Promise<boolean> {
  const html = await chat.renderer.complete(text);
  const mention = /<span class="(user-mention channel-wildcard|topic)-mention"[^<>]*>@(\w+)</.exec(html);
  if (mention === null) return true;
  const [, kind, word = ''] = mention;
  const reached =
    kind === 'topic' ? await countWriters(chat, conversation) : countReaders(chat, conversation);
  if (reached < MIN_ASKED) return true;
  const place =
    conversation.kind === 'topic'
      ? channelName(chat.state.get(), conversation.channelId)
      : t('this conversation');
  return ask({
    title: plural(reached, { one: 'Tell # person?', other: 'Tell # people?' }),
    text: [
      kind === 'topic'
        ? t('@{word} notifies all users who wrote in this topic.', { word })
        : t('@{word} notifies all users in {place}.', { word, place }),
      t('Without the mention they read it when they come.'),
    ],
    yes: plural(reached, { one: 'Tell # person', other: 'Tell # people' }),
    no: t('Cancel'),
  });
}

/** Users beside the writer. */
function countReaders({ state }: Chat, conversation: Conversation): number {
  if (conversation.kind === 'direct') return conversation.userIds.length;
  const { channelId } = conversation;
  const count = channelById(state.get(), channelId)?.subscriber_count ?? 0;
  return subscriptionById(state.get(), channelId) === undefined ? count : count - 1;
}

async function countWriters(chat: Chat, conversation: Conversation): Promise<number> {
  // A topic has no more writers than its channel has readers, so most need not be counted.
  const readers = countReaders(chat, conversation);
  if (readers < MIN_ASKED) return readers;
  // Without a connection the message goes to the outbox as any other.
  const messages = await readNewest(chat, conversation, COUNTED_MESSAGES).catch(() => []);
  const ids = new Set(
    messages.flatMap((message) => [message.sender_id, ...message.reactions.map(({ user_id: id }) => id)]),
  );
  ids.delete(chat.selfId);
  return ids.size;
}
