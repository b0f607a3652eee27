import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { operations } from '@parley/contract/endpoints.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { botMessage, withoutMentions, type BotMessage } from './bot-message.ts';
import type { Client } from './client.ts';
import type { Message } from './message.ts';
import { messageNews, type MessageStreamOptions } from './message-stream.ts';

/** The words behind the name of a command: `@**Bot** add milk and eggs` has the text `milk and eggs`. */
export type Command = { readonly name: string; readonly text: string; readonly words: readonly string[] };

/** The account of the bot. */
export type BotUser = ResultOf<typeof operations.getOwnUser>;

type MessageHandler = (message: BotMessage) => unknown;
type CommandHandler = (message: BotMessage, command: Command) => unknown;
type EventType = Exclude<WireEvent['type'], 'message' | 'heartbeat'>;
type EventHandler<T extends EventType> = (event: Extract<WireEvent, { type: T }>, me: BotUser) => unknown;

export type BotOptions = {
  /** Called with the error of a handler, which does not end the bot. Written to stderr unless given. */
  readonly onError?: (error: unknown) => void;
};

export type RunOptions = Omit<MessageStreamOptions, 'html' | 'narrow'> & {
  /** Called after the handlers of a message. A bot that stores the id and passes it as `after` misses no message. */
  readonly onProcessed?: (messageId: number) => unknown;
};

/** Handlers may be async. They run one after the other, and a message waits for the handlers of the one before. */
export type Bot = {
  /** Handles a command: a direct message or a mention whose first word is the name. The name ignores case. */
  command(name: string, handler: CommandHandler): Bot;
  /** Handles mentions of the bot in channels, unless they are a command. */
  onMention(handler: MessageHandler): Bot;
  /** Handles direct messages, unless they are a command. */
  onDirect(handler: MessageHandler): Bot;
  /** Handles every message that reaches the bot, before the handlers above. */
  onMessage(handler: MessageHandler): Bot;
  /** Handles events of another kind, such as `reaction`. */
  on<T extends EventType>(type: T, handler: EventHandler<T>): Bot;
  /** Called when the bot begins to listen, and again when events other than messages may have been missed. */
  onReady(handler: (me: BotUser) => unknown): Bot;
  /** Runs until the signal ends it. Throws errors that waiting does not cure, such as wrong credentials. */
  run(options?: RunOptions): Promise<void>;
};

type Handlers = {
  readonly commands: Map<string, CommandHandler>;
  readonly mention: MessageHandler[];
  readonly direct: MessageHandler[];
  readonly every: MessageHandler[];
  readonly ready: ((me: BotUser) => unknown)[];
  readonly events: { readonly type: EventType; readonly handler: (event: never, me: BotUser) => unknown }[];
};

/** A bot on a client. Its own messages are skipped, and no reply is sent twice, even if a message is handled twice. */
export function createBot(client: Client, { onError = writeError }: BotOptions = {}): Bot {
  const handlers: Handlers = {
    commands: new Map(),
    mention: [],
    direct: [],
    every: [],
    ready: [],
    events: [],
  };
  const { commands, mention, direct, every, ready, events } = handlers;
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      onError(error);
    }
  };
  const bot: Bot = {
    command: (name, handler) => {
      if (commands.has(name.toLowerCase())) throw new Error(`The command ${name} has a handler already.`);
      commands.set(name.toLowerCase(), handler);
      return bot;
    },
    onMention: (handler) => added(mention, handler),
    onDirect: (handler) => added(direct, handler),
    onMessage: (handler) => added(every, handler),
    on: (type, handler) => added(events, { type, handler }),
    onReady: (handler) => added(ready, handler),
    run: (options = {}) => run(client, handlers, attempt, options),
  };
  const added = <T>(list: T[], item: T): Bot => {
    list.push(item);
    return bot;
  };
  return bot;
}

type Attempt = (work: () => unknown) => Promise<void>;

async function run(
  client: Client,
  handlers: Handlers,
  attempt: Attempt,
  { onProcessed, ...options }: RunOptions,
): Promise<void> {
  const ending = options.signal === undefined ? {} : { signal: options.signal };
  const me = await client.getOwnUser({}, { ...ending, patienceMilliseconds: Infinity });
  const types = [...new Set(handlers.events.map(({ type }) => type))];
  const news = messageNews(client.connection, types, { ...client.waiting, ...options });
  for await (const item of news) {
    if (item.kind === 'registered') {
      for (const handler of handlers.ready) await attempt(() => handler(me));
    } else if (item.kind === 'event') {
      for (const { type, handler } of handlers.events)
        if (type === item.event.type) await attempt(() => handler(item.event as never, me));
    } else {
      const { message } = item;
      if (message.sender_id !== me.user_id) {
        const text = withoutMentions(message.content, me);
        for (const [name, handler] of handlersOf(handlers, message, text))
          await attempt(() => handler(botMessage(client, message, text, name)));
      }
      await onProcessed?.(message.id);
    }
  }
}

/** The handlers of a message by the names that the keys of their replies contain. */
function handlersOf(
  { commands, mention, direct, every }: Handlers,
  message: Message,
  text: string,
): [name: string, handler: MessageHandler][] {
  const named = (kind: string, list: readonly MessageHandler[]) =>
    list.map((handler, n): [string, MessageHandler] => [`${kind}${n}`, handler]);
  const isMention = message.kind === 'channel' && message.flags.includes('mentioned');
  if (message.kind === 'channel' && !isMention) return named('message', every);
  const command = commandIn(text);
  const handler = commands.get(command.name);
  const others = isMention ? named('mention', mention) : named('direct', direct);
  return [
    ...named('message', every),
    ...(handler === undefined
      ? others
      : named('command', [(received: BotMessage) => handler(received, command)])),
  ];
}

/** The text as a command; a slash before the name may be there. */
function commandIn(text: string): Command {
  const [, name = '', rest = ''] = /^\/?(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  return { name: name.toLowerCase(), text: rest, words: rest.split(/\s+/).filter((word) => word !== '') };
}

function writeError(error: unknown): void {
  console.error('A handler of the bot failed:', error);
}
