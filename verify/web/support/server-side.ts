import type { Connection } from '@parley/client/connection.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import type { Cast } from '../../../tools/demo/cast.ts';
import { eventuallyEqual } from './eventually.ts';

const NEWEST = 100;

type FetchedMessage = Awaited<ReturnType<typeof newestMessages>>[number];

/** The newest messages that a user sees, as Markdown. */
export async function newestMessages(connection: Connection) {
  const { messages } = await connection.call(getMessages, {
    anchor: 'newest',
    num_before: NEWEST,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return messages;
}

/** Waits until exactly one message has the text, and returns it. */
export async function sentOnce(cast: Cast, text: string, user = 'Iris'): Promise<FetchedMessage> {
  const withText = async () =>
    (await newestMessages(cast.as(user))).filter(({ content }) => content === text);
  await eventuallyEqual(`messages with “${text}”`, async () => (await withText()).length, 1);
  const [message] = await withText();
  if (message === undefined) throw new Error(`“${text}” is gone again.`);
  return message;
}

/** Sends a message to a topic as another user; returns its id. */
export async function say(
  cast: Cast,
  user: string,
  channel: string,
  topic: string,
  content: string,
): Promise<number> {
  const { id } = await cast.as(user).call(sendMessage, { type: 'channel', to: channel, topic, content });
  return id;
}

/** Sends a direct message as another user; returns its id. */
export async function tell(
  cast: Cast,
  user: string,
  to: readonly string[],
  content: string,
): Promise<number> {
  const ids = to.map((key) => cast.idOf(key));
  return (await cast.as(user).call(sendMessage, { type: 'direct', to: ids, content })).id;
}
