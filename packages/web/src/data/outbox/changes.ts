import { ApiError, type Client, type ServerEvent } from '@parley/client';
import { isTransient } from '@parley/client/backoff.ts';
import type { Cell } from '../cell.ts';
import type { ChatClock } from '../clock.ts';
import type { Link } from '../link.ts';
import type { Model } from '../model/model.ts';
import type { Optimistic } from '../model/optimistic.ts';
import type { Persistence, ReactionEmoji, StoredChange, WantedChange } from '../model/store.ts';
import { flagEvent, reactionEvent } from '../model/synthetic-events.ts';
import { nextChance } from './next-chance.ts';
import { randomKey } from './send-arguments.ts';

export type Changes = {
  /** Shows a change at once and requests it as soon as the server can be reached; false if the server refuses. */
  readonly make: (change: WantedChange, options?: ChangeOptions) => Promise<boolean>;
  /** Takes up changes whose response an earlier page did not receive. */
  readonly restore: (changes: readonly StoredChange[]) => void;
  /** Takes up changes of other tabs that are stored for too long: such a tab may be gone. */
  readonly refresh: (changes: readonly StoredChange[]) => void;
  readonly stop: () => void;
};

export type ChangeOptions = {
  /** The page may be closed before the server has answered. */
  readonly isLeaving?: boolean;
};

type RequestOptions = ChangeOptions & {
  /** Another page may have made the change already. */
  readonly isTakenUp?: boolean;
};

export type ChangesWorld = {
  readonly client: Client;
  readonly clock: ChatClock;
  readonly model: Model;
  readonly optimistic: Optimistic;
  readonly link: Cell<Link>;
  readonly persistence: Persistence;
  readonly selfId: number;
};

/** An open tab that can reach the server requests its changes within this time. */
const FOREIGN_MS = 20_000;
/** A request without a response is repeated after this time. */
const ANSWER_MS = 15_000;
/** Most ids whose request is small enough to outlive the page. */
const MAX_LEAVING_MESSAGES = 2_000;

/** Changes that also work without a network: flags and reactions. They are stored until the server has answered. */
export function createChanges(world: ChangesWorld): Changes {
  const { clock, link, model, optimistic, persistence, selfId } = world;
  const ending = new AbortController();
  const known = new Set<string>();
  /** The last change of each thing, which the next one of the same thing waits for. */
  const lasts = new Map<string, Promise<void>>();

  const tell = async (change: StoredChange, options: RequestOptions): Promise<void> => {
    for (let failures = 1; ; failures += 1) {
      try {
        await request(world, change, options, ending.signal);
        return;
      } catch (error) {
        if (error instanceof ApiError && isDone(error)) return;
        if ((error instanceof ApiError && !isTransient(error)) || ending.signal.aborted) throw error;
        await nextChance({ clock, link }, failures, error, ending.signal);
      }
    }
  };
  const work = async (change: StoredChange, options: RequestOptions): Promise<void> => {
    try {
      await tell(change, options);
    } finally {
      known.delete(change.key);
      // A page that ends leaves it to the next one.
      if (!ending.signal.aborted) void persistence.removeChange(change.key);
    }
  };
  const inOrder = async (change: StoredChange, options: RequestOptions): Promise<void> => {
    const target = targetOf(change);
    const before = lasts.get(target);
    const { promise, resolve } = Promise.withResolvers<void>();
    lasts.set(target, promise);
    try {
      if (before !== undefined) await before;
      await work(change, options);
    } finally {
      if (lasts.get(target) === promise) lasts.delete(target);
      resolve();
    }
  };
  const run = (change: StoredChange, options: RequestOptions = {}): Promise<boolean> => {
    known.add(change.key);
    const events = [eventOf(change, model)];
    return optimistic.run(events, () => inOrder(change, options), confirmationOf(change, selfId));
  };
  return {
    make: (wanted, options) => {
      const change = { ...wanted, key: randomKey(), created: clock.now() };
      void persistence.putChange(change).catch(() => undefined);
      return run(change, options);
    },
    restore: (changes) => {
      for (const change of changes) void run(change, { isTakenUp: true });
    },
    refresh: (changes) => {
      for (const change of changes)
        if (!known.has(change.key) && clock.now() - change.created > FOREIGN_MS)
          void run(change, { isTakenUp: true });
    },
    stop: () => {
      ending.abort();
    },
  };
}

export function isOwnReaction({ code, type }: ReactionEmoji, selfId: number) {
  return (reaction: {
    readonly user_id: number;
    readonly emoji_code: string;
    readonly reaction_type: string;
  }) => reaction.user_id === selfId && reaction.emoji_code === code && reaction.reaction_type === type;
}

async function request(
  { client, selfId }: Pick<ChangesWorld, 'client' | 'selfId'>,
  change: StoredChange,
  { isLeaving = false, isTakenUp = false }: RequestOptions,
  signal: AbortSignal,
): Promise<void> {
  const options = { patienceMilliseconds: 0, answerMilliseconds: ANSWER_MS, signal };
  if (change.kind === 'flag') {
    const { op, flag, messages } = change;
    const outlivesPage = isLeaving && messages.length <= MAX_LEAVING_MESSAGES;
    await client.updateMessageFlags({ op, flag, messages: [...messages] }, { ...options, outlivesPage });
    return;
  }
  const { op, messageId, emoji } = change;
  if (isTakenUp) {
    const { message } = await client.getMessage({ message_id: messageId }, options);
    const isThere = message.reactions.some(isOwnReaction(emoji, selfId));
    if (isThere === (op === 'add')) return;
  }
  const args = {
    message_id: messageId,
    emoji_name: emoji.name,
    emoji_code: emoji.code,
    reaction_type: emoji.type,
  };
  await (op === 'add' ? client.addReaction(args, options) : client.removeReaction(args, options));
}

/** The server has made the change before. */
function isDone(error: ApiError): boolean {
  return error.is('REACTION_ALREADY_EXISTS') || error.is('REACTION_DOES_NOT_EXIST');
}

function eventOf(change: StoredChange, model: Model): ServerEvent {
  return change.kind === 'flag'
    ? flagEvent(change.op, change.flag, change.messages)
    : reactionEvent(change.op, change.messageId, change.emoji, model.state.get());
}

/** Changes of the same thing are made in their order. */
function targetOf(change: StoredChange): string {
  return change.kind === 'flag'
    ? `${change.flag} ${change.messages.join(' ')}`
    : `reaction ${change.messageId} ${change.emoji.code}`;
}

/** Whether an event says that the change was made, for the last of its messages. */
function confirmationOf(change: StoredChange, selfId: number): (event: ServerEvent) => boolean {
  if (change.kind === 'reaction')
    return (event) =>
      event.type === 'reaction' &&
      event.message_id === change.messageId &&
      event.user_id === selfId &&
      event.emoji_code === change.emoji.code;
  const left = new Set(change.messages);
  return (event) => {
    if (event.type !== 'update_message_flags' || event.flag !== change.flag || event.op !== change.op)
      return false;
    if (event.all) return true;
    for (const id of event.messages) left.delete(id);
    return left.size === 0;
  };
}
