// Program of a new user of the package, compiled with the strictest options.
import {
  ApiError,
  applyEvent,
  createBot,
  createClient,
  isClientError,
  logIn,
  NetworkError,
  operations,
  replyTo,
  toMessage,
  type ArgumentsOf,
  type BotMessage,
  type Client,
  type ClientError,
  type ErrorCode,
  type Message,
  type MessageFlag,
  type ResultOf,
  type ServerEvent,
  type State,
} from '@parley/client';

export async function greet(client: Client): Promise<number> {
  const message: ArgumentsOf<typeof operations.sendMessage> = {
    type: 'channel',
    to: 'general',
    topic: 'hello',
    content: 'Hello',
  };
  const { id }: ResultOf<typeof operations.sendMessage> = await client.sendMessage(message);
  const { messages } = await client.call(operations.getMessages, { anchor: 'newest', num_before: 1 });
  const last: string | undefined = messages[0]?.sender_full_name;
  // @ts-expect-error -- an id is a number
  void client.getMessage({ message_id: 'five' });
  // @ts-expect-error -- there is no such operation
  void client.sendPigeon;
  return last === undefined ? 0 : id;
}

/** After a check of the type or of the kind, the fields of that kind are known. */
export function placeOf(message: Message): string {
  // @ts-expect-error -- a direct message has no channel
  void message.stream_id;
  // @ts-expect-error -- a direct message has no topic
  const topic: string = message.topic;
  void topic;
  const flags: readonly MessageFlag[] = message.flags;
  // @ts-expect-error -- there is no such flag
  if (flags.includes('mentoned')) return 'never';
  if (message.type === 'stream') {
    const id: number = message.stream_id;
    return `${id} ${message.display_recipient.toUpperCase()} ${message.topic}`;
  }
  return message.direct.map(({ name }) => name).join();
}

export function placeByKind(message: Message): string {
  if (message.kind === 'channel') return `${message.channel.name} > ${message.topic.trim()}`;
  return `${message.display_recipient.length} ${message.direct[0]?.email ?? ''}`;
}

export function placeByChannel(message: Message): number | undefined {
  return message.channel === undefined ? message.direct[0]?.id : message.channel.id;
}

/** One type, wherever a message comes from. */
export async function sources(client: Client): Promise<Message[]> {
  const found: Message[] = [];
  found.push((await client.getMessage({ message_id: 1 })).message);
  found.push(...(await client.getMessages({ anchor: 'newest' })).messages);
  for await (const message of client.messages({ narrow: [['channel', 'general']] })) found.push(message);
  for await (const message of client.history({ narrow: [{ operator: 'sender', operand: 7 }] }))
    found.push(message);
  for await (const news of client.follow())
    if (news.kind === 'event' && news.event.type === 'message')
      found.push(toMessage(news.event.message, news.event.flags));
  return found;
}

export function mistakes(client: Client): void {
  // @ts-expect-error -- a channel message needs a topic
  void client.sendMessage({ type: 'channel', to: 'general', content: 'Hello' });
  // @ts-expect-error -- recipients are a list
  void client.sendMessage({ type: 'direct', to: 12, content: 'Hello' });
  // @ts-expect-error -- there is no such type
  void client.sendMessage({ type: 'chanel', to: 'general', topic: 'hello', content: 'Hello' });
  // @ts-expect-error -- the operator is mistyped
  void client.getMessages({ anchor: 'newest', narrow: [{ operator: 'chanel', operand: 'general' }] });
  // @ts-expect-error -- the operator is mistyped
  void client.history({ narrow: [['chanel', 'general']] });
  // @ts-expect-error -- a queue cannot be narrowed by words
  void client.messages({ narrow: [['search', 'tea']] });
  // @ts-expect-error -- there is no such flag
  void client.updateMessageFlags({ messages: [1], op: 'add', flag: 'stared' });
  // @ts-expect-error -- the address is missing
  createClient({ email: 'ada@example.org', apiKey: 'key' });
}

export function bots(client: Client): Promise<void> {
  const answer = async (message: BotMessage): Promise<void> => {
    const { id }: { id: number } = await message.reply(message.text);
    if (id > 0) await message.react(message.kind === 'channel' ? 'tada' : 'tea');
  };
  const bot = createBot(client, { onError: (error: unknown) => void error })
    .onMention(answer)
    .onDirect(answer)
    .command('add', (message, { name, text, words }) => message.reply(`${name} ${text} ${words.length}`))
    .on('reaction', (event, me) => event.message_id + event.user_id + me.user_id);
  // @ts-expect-error -- there is no such event
  bot.on('raection', () => undefined);
  return bot.run({ after: 5, onProcessed: (id: number) => id, allPublicChannels: true });
}

export function advice(error: ClientError): string {
  if (error instanceof NetworkError) return error.isPermanent ? 'check the url' : 'try again';
  if (error.is('RATE_LIMIT_HIT')) return `wait ${error.body['retry-after'].toFixed(1)} s`;
  const code: ErrorCode | undefined = error.code;
  return code ?? 'unknown';
}

export function nameOf(event: ServerEvent): string {
  if (event.type !== 'message') return event.type;
  const place = replyTo(event.message);
  return place.type === 'channel' ? place.topic : place.to.join();
}

export function next(state: State, event: ServerEvent): State {
  return applyEvent(state, event);
}

export async function enter(url: string): Promise<Client> {
  try {
    const { client } = await logIn({ url, username: 'ada@example.org', password: 'secret' });
    return client;
  } catch (error) {
    if (isClientError(error) && error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED')
      return createClient({ url });
    throw error;
  }
}
