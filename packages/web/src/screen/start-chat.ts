import { createClient } from '@parley/client';
import type { Cell } from '../data/cell.ts';
import type { Chat } from '../data/chat.ts';
import { createChat } from '../data/create-chat.ts';
import { cureRefusal } from '../data/session/cure-refusal.ts';
import { isSharedDevice } from '../data/session/device.ts';
import { startKeeper, type Keeper } from '../data/keeper/keeper.ts';
import { isEndOfSession } from '../data/keeper/leader.ts';
import { setTwelveHours } from '../words/dates.ts';

/** A user who looks at the page waits for the server at most this long after its return. */
const BACKOFF = { baseMilliseconds: 1_000, capMilliseconds: 15_000 };
/** Requests by which the keeper itself learns whether the server can be reached. */
const QUEUE_PATHS: ReadonlySet<string> = new Set(['/events', '/register']);

/** The running data layer of one tab. */
export type StartedChat = {
  readonly chat: Chat;
  /** Whether this tab leads the others; it alone shows notifications. */
  readonly isLeader: Cell<boolean>;
  /** Deletes everything that is stored about the user in this browser. */
  readonly forget: () => Promise<void>;
};

/** Starts from the disk where it can, and follows the queue of this browser; undefined if the session has ended. */
export async function startChat(userId: number): Promise<StartedChat | undefined> {
  const { origin } = globalThis.location;
  let hearRequest: Keeper['hearRequest'] = () => undefined;
  const client = createClient({
    url: origin,
    session: true,
    backoff: BACKOFF,
    onTrouble: ignoreTrouble,
    onRefusal: cureRefusal,
    onAnswer: ({ path }, { status }) => {
      if (!QUEUE_PATHS.has(path)) hearRequest(status < 500);
    },
    onUnreachable: ({ path }) => {
      if (!QUEUE_PATHS.has(path)) hearRequest(false);
    },
  });
  const keeper = await startKeeper({ client, userId, isShared: isSharedDevice() });
  ({ hearRequest } = keeper);
  let chat: Chat;
  try {
    chat = await createChat(client, { source: keeper.source, persistence: keeper.persistence });
  } catch (error) {
    const hasEnded = isEndOfSession(error);
    await (hasEnded ? keeper.forget() : keeper.source.close());
    if (hasEnded) return undefined;
    throw error;
  }
  keeper.keep(chat.stored);
  followTwelveHours(chat);
  // Tests listen, to compare the data of the page with the server's.
  globalThis.dispatchEvent(new CustomEvent('parley-started', { detail: chat }));
  return { chat, isLeader: keeper.isLeader, forget: keeper.forget };
}

/** The state of the link is on the screen. */
function ignoreTrouble(): void {
  // Nothing to report.
}

function followTwelveHours({ state }: Chat): void {
  const follow = (): void => {
    const hours = state.get().user_settings?.twenty_four_hour_time;
    setTwelveHours(typeof hours === 'boolean' ? !hours : undefined);
  };
  follow();
  state.subscribe(follow);
}
