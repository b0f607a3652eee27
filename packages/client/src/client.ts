import type { ArgumentsOf, Endpoint, ResultOf } from '@parley/contract/endpoint.ts';
import { operations } from '@parley/contract/endpoints.ts';
import { baseUrl } from './base-url.ts';
import { createConnection, type Connection, type ConnectionOptions } from './connection.ts';
import { follow, type FollowOptions, type News } from './event-loop.ts';
import { history, type HistoryOptions } from './history.ts';
import { liveState, type LiveOptions, type LiveState } from './live-state.ts';
import { toMessage, type Message, type WithMessages } from './message.ts';
import { messageStream, type MessageStreamOptions } from './message-stream.ts';
import { repeat, type RepeatOptions } from './repeat.ts';
import { troubleToConsole, type TroubleOptions } from './trouble.ts';
import { upload, type Uploaded, type UploadOptions } from './upload.ts';

/** Trouble goes to stderr, in browsers to the console, unless `onTrouble` is given. */
export type ClientOptions = Omit<ConnectionOptions, 'credentials'> &
  Pick<RepeatOptions, 'patienceMilliseconds' | 'backoff' | 'onRefusal'> &
  TroubleOptions & {
    /** Real address of a user or a bot. Without it only operations that everybody may call work. */
    readonly email?: string;
    readonly apiKey?: string;
  };

/** Each operation of the API as a function. */
export type Operations = {
  readonly [N in keyof typeof operations]: Operation<(typeof operations)[N]>;
};

export type Operation<E extends Endpoint> =
  Partial<ArgumentsOf<E>> extends ArgumentsOf<E>
    ? (args?: ArgumentsOf<E>, options?: RepeatOptions) => Promise<WithMessages<ResultOf<E>>>
    : (args: ArgumentsOf<E>, options?: RepeatOptions) => Promise<WithMessages<ResultOf<E>>>;

export type Client = Operations & {
  /** Calls an operation. Failures that waiting may cure are waited out, as far as nothing can happen twice. */
  call<E extends Endpoint>(endpoint: E, args?: ArgumentsOf<E>, options?: RepeatOptions): Promise<ResultOf<E>>;
  /** A snapshot, then every event from there on, once and in order. */
  follow(options?: FollowOptions): AsyncGenerator<News, void>;
  /** Every message that reaches the caller, once and in order. */
  messages(options?: MessageStreamOptions): AsyncGenerator<Message, void>;
  /** Messages of the past, in either direction; pages are fetched on demand. */
  history(options?: HistoryOptions): AsyncGenerator<Message, void>;
  /** The state of the organization, kept up to date, for screens. */
  live(options?: LiveOptions): LiveState;
  /** Uploads a file and tells how far it is; write `markdown` of the answer into a message to share it. */
  upload(content: Blob, options?: UploadOptions): Promise<Uploaded>;
  /** The way to the server without repeats, for functions that take one. */
  readonly connection: Connection;
  /** How this client waits and reports trouble, for loops on `connection`. */
  readonly waiting: TroubleOptions & Pick<RepeatOptions, 'backoff'>;
};

/** Throws a `TypeError` at once when `url` cannot be the address of a server. */
export function createClient({
  email,
  apiKey,
  patienceMilliseconds,
  backoff,
  onRefusal,
  onTrouble,
  onRecovery,
  ...options
}: ClientOptions): Client {
  const connection = createConnection({
    ...options,
    ...(email === undefined || apiKey === undefined ? {} : { credentials: { email, apiKey } }),
  });
  const waiting = {
    ...(onTrouble === undefined ? troubleToConsole(baseUrl(options.url)) : { onTrouble }),
    ...(onRecovery === undefined ? {} : { onRecovery }),
    ...(backoff === undefined ? {} : { backoff }),
  };
  const own = {
    ...waiting,
    ...(patienceMilliseconds === undefined ? {} : { patienceMilliseconds }),
    ...(onRefusal === undefined ? {} : { onRefusal }),
  };
  const call: Client['call'] = (endpoint, args, given) =>
    repeat(connection, endpoint, args, { ...own, ...given });
  const named = Object.entries<Endpoint>(operations).map(([name, endpoint]) => [
    name,
    (args?: object, given?: RepeatOptions) => call(endpoint, args, given),
  ]);
  return {
    ...(Object.fromEntries(named) as Operations),
    getMessage: async (args, given) => {
      const result = await call(operations.getMessage, args, given);
      return { ...result, message: toMessage(result.message) };
    },
    getMessages: async (args, given) => {
      const result = await call(operations.getMessages, args, given);
      return { ...result, messages: result.messages.map((message) => toMessage(message)) };
    },
    call,
    follow: (given) => follow(connection, { ...waiting, ...given }),
    messages: (given) => messageStream(connection, { ...waiting, ...given }),
    history: (given) => history(connection, { ...own, ...given }),
    live: (given) => liveState(connection, { ...waiting, ...given }),
    upload: (content, given) => upload(connection, content, { ...own, ...given }),
    connection,
    waiting,
  };
}
