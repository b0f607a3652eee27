// What somebody might write who has just installed the package; compiled as strictly as the compiler can.
import {
  ApiError,
  applyEvent,
  createClient,
  isClientError,
  logIn,
  NetworkError,
  operations,
  replyTo,
  type ArgumentsOf,
  type Client,
  type ClientError,
  type ErrorCode,
  type ResultOf,
  type ServerEvent,
  type State,
} from '@parley/client';

export const greet = async (client: Client): Promise<number> => {
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
};

export const advice = (error: ClientError): string => {
  if (error instanceof NetworkError) return 'try again';
  if (error.is('RATE_LIMIT_HIT')) return `wait ${error.body['retry-after'].toFixed(1)} s`;
  const code: ErrorCode | undefined = error.code;
  return code ?? 'unknown';
};

export const nameOf = (event: ServerEvent): string => {
  if (event.type !== 'message') return event.type;
  const place = replyTo(event.message);
  return place.type === 'channel' ? place.topic : place.to.join();
};

export const next = (state: State, event: ServerEvent): State => applyEvent(state, event);

export const enter = async (url: string): Promise<Client> => {
  try {
    const { client } = await logIn({ url, username: 'ada@example.org', password: 'secret' });
    return client;
  } catch (error) {
    if (isClientError(error) && error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED')
      return createClient({ url });
    throw error;
  }
};
