import type { Client, Operations } from '@parley/client';
import { sleep } from '@parley/client/clock.ts';
import { NetworkError } from '@parley/client/connection.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { operations } from '@parley/contract/endpoints.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import type { WritableCell } from '@parley/web/data/cell.ts';
import type { Chat, MessageWindow, WindowView } from '@parley/web/data/chat.ts';
import { createChat } from '@parley/web/data/create-chat.ts';
import { startKeeper, type Keeper } from '@parley/web/data/keeper/keeper.ts';
import type { Link } from '@parley/web/data/link.ts';
import type { Source } from '@parley/web/data/model/store.ts';
import { narrowKey, type Narrow } from '@parley/web/data/narrow/narrow.ts';
import type { BrowserTab } from './browser.ts';
import type { LogServer } from './log-server.ts';
import type { Plant } from './plants.ts';
import { createThrower } from './thrown-faults.ts';

/** A page of the web client without its views. */
export type Reader = {
  readonly tab: BrowserTab;
  readonly chat: Chat;
  /** Started from the disk. */
  readonly isResumed: boolean;
  /** Ids of events in the order in which they were applied since the last snapshot. */
  readonly applied: () => readonly number[];
  /** Whether the page has told its user that the session ended. */
  readonly hasEnded: () => boolean;
  /** Puts a window on the screen, as a user who comes back to it does. */
  readonly show: (narrow: Narrow) => void;
  readonly hide: (narrow: Narrow) => void;
  /** Windows on the screen, by narrow. */
  readonly views: () => ReadonlyMap<string, WindowView>;
  /** Lets one listener throw at its next call. */
  readonly breakListener: () => void;
};

type Shown = { readonly window: MessageWindow; readonly end: () => void };

const BACKOFF = { baseMilliseconds: 500, capMilliseconds: 4_000 };

export async function openReader(
  tab: BrowserTab,
  server: LogServer,
  userId: number,
  random: Seeded,
  plant?: Plant,
): Promise<Reader> {
  let keeper: Keeper | undefined;
  const client = clientOf(server, tab, random, () => keeper?.hearRequest(false));
  keeper = await startKeeper({ client, userId, environment: tab.environment });
  const followed = follow(keeper, plant);
  const { persistence } = keeper;
  const { clock } = tab.environment;
  const chat = await createChat(client, { source: followed.source, persistence, clock });
  keeper.keep(chat.stored);
  const throwers = [chat.state, chat.unread, chat.link].map((cell) => {
    const thrower = createThrower();
    cell.subscribe(thrower.run);
    return thrower;
  });
  const screen = createScreen(chat, plant);
  return {
    tab,
    chat,
    isResumed: chat.stored().messages.length > 0,
    applied: followed.applied,
    hasEnded: followed.hasEnded,
    ...screen,
    breakListener: () => {
      random.pick([...throwers, followed.thrower, screen.thrower]).arm();
    },
  };
}

/** A client that repeats by the time of its browser, and not by the real one. */
function clientOf(server: LogServer, tab: BrowserTab, random: Seeded, onUnreachable: () => void): Client {
  const connection = server.connectionOf(tab.silent);
  const call = async (endpoint: Endpoint, args: object): Promise<unknown> => {
    for (;;)
      try {
        return await connection.call(endpoint, args);
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        onUnreachable();
        await sleep(tab.environment.clock, BACKOFF.baseMilliseconds, tab.silent);
      }
  };
  const named = Object.entries<Endpoint>(operations).map(([name, endpoint]) => [
    name,
    (args: object = {}) => call(endpoint, args),
  ]);
  const waiting = { random: () => random.next(), backoff: BACKOFF };
  return { ...(Object.fromEntries(named) as Operations), connection, waiting } as unknown as Client;
}

/** The source of a page, with a listener beside the chat. */
function follow(keeper: Keeper, plant: Plant | undefined) {
  const { source } = keeper;
  const thrower = createThrower();
  let applied: number[] = [];
  let hasEnded = false;
  source.link.subscribe(() => {
    hasEnded ||= source.link.get().status === 'ended';
  });
  const fail = (): void => {
    try {
      thrower.run();
    } catch (error) {
      if (plant !== 'an exception of a listener ends the session') throw error;
      (source.link as WritableCell<Link>).set({ ...source.link.get(), status: 'ended' });
    }
  };
  const heard: Source = {
    ...source,
    onBatch: (listener) =>
      source.onBatch((batch) => {
        applied = batch.kind === 'snapshot' ? [] : [...applied, ...batch.events.map(({ id }) => id)];
        listener(batch);
        fail();
      }),
  };
  return { source: heard, thrower, applied: () => applied, hasEnded: () => hasEnded };
}

function createScreen(chat: Chat, plant: Plant | undefined) {
  const shown = new Map<string, Shown>();
  const thrower = createThrower();
  const hide = (narrow: Narrow): void => {
    shown.get(narrowKey(narrow))?.end();
    shown.delete(narrowKey(narrow));
  };
  const show = (narrow: Narrow): void => {
    const key = narrowKey(narrow);
    if (shown.has(key) && plant === 'a window without subscription is not fetched anew') return;
    hide(narrow);
    const window = chat.openWindow(narrow);
    shown.set(key, { window, end: window.view.subscribe(thrower.run) });
  };
  const views = (): ReadonlyMap<string, WindowView> =>
    new Map(Array.from(shown, ([key, { window }]) => [key, window.view.get()]));
  return { show, hide, views, thrower };
}
