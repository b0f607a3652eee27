import { IDBFactory } from 'fake-indexeddb';
import type { KeeperEnvironment } from '@parley/web/data/keeper/environment.ts';
import type { TabChannel, TabLocks, TabMessage } from '@parley/web/data/keeper/tabs.ts';

/** A tab as the browser sees it. */
export type BrowserTab = {
  readonly environment: KeeperEnvironment;
  /** Ends when the tab dies or hangs. */
  readonly silent: AbortSignal;
  readonly hide: () => void;
  readonly setOnline: (isOnline: boolean) => void;
};

type Timer = { readonly at: number; readonly tab: Place; readonly callback: () => void };
type Place = {
  readonly dying: AbortController;
  readonly silencing: AbortController;
  readonly inbox: (() => void)[];
  readonly databases: Set<IDBDatabase>;
  readonly hideListeners: Set<() => void>;
  readonly networkListeners: Set<(isOnline: boolean) => void>;
  listener: ((message: TabMessage) => void) | undefined;
};

/** A browser with one disk whose tabs share locks and channels. Time moves, and messages arrive, only when told to. */
export class ModelBrowser {
  now = 1_700_000_000_000;
  readonly #disk = new IDBFactory();
  readonly #places = new Map<BrowserTab, Place>();
  readonly #locks = new LockTable();
  #timers: Timer[] = [];

  openTab(random: () => number): BrowserTab {
    const place: Place = {
      dying: new AbortController(),
      silencing: new AbortController(),
      inbox: [],
      databases: new Set(),
      hideListeners: new Set(),
      networkListeners: new Set(),
      listener: undefined,
    };
    const tab: BrowserTab = {
      silent: place.silencing.signal,
      hide: () => {
        for (const listener of place.hideListeners) listener();
      },
      setOnline: (isOnline) => {
        for (const listener of place.networkListeners) listener(isOnline);
      },
      environment: {
        clock: {
          now: () => this.now,
          random,
          after: (milliseconds, callback) => this.#after(place, milliseconds, callback),
        },
        indexedDB: this.#diskFor(place),
        locks: this.#locks.for(place.dying.signal),
        openChannel: () => this.#channelFor(place),
        onHide: (listener) => {
          place.hideListeners.add(listener);
          return () => place.hideListeners.delete(listener);
        },
        onNetwork: (listener) => {
          place.networkListeners.add(listener);
          return () => place.networkListeners.delete(listener);
        },
      },
    };
    this.#places.set(tab, place);
    return tab;
  }

  /** Ends a tab at once; its transactions that are under way still succeed. */
  kill(tab: BrowserTab): void {
    const place = this.#places.get(tab);
    if (place === undefined) return;
    this.#places.delete(tab);
    this.#timers = this.#timers.filter((timer) => timer.tab !== place);
    for (const database of place.databases) database.close();
    place.silencing.abort();
    place.dying.abort();
  }

  /** A tab that neither hears nor does anything but keeps its locks. */
  hang(tab: BrowserTab): void {
    const place = this.#places.get(tab);
    if (place === undefined) return;
    place.listener = undefined;
    place.silencing.abort();
    this.#timers = this.#timers.filter((timer) => timer.tab !== place);
  }

  /** The tab that a connection to the disk belongs to. */
  ownerOf(database: IDBDatabase): BrowserTab | undefined {
    return [...this.#places].find(([, place]) => place.databases.has(database))?.[0];
  }

  advance(milliseconds: number): void {
    this.now += milliseconds;
    const due = this.#timers.filter(({ at }) => at <= this.now);
    this.#timers = this.#timers.filter(({ at }) => at > this.now);
    for (const { tab, callback } of due) if (!tab.dying.signal.aborted) callback();
  }

  /** Delivers at most so many messages to each tab, in order. */
  deliver(count: number): void {
    for (const { inbox } of this.#places.values()) for (const message of inbox.splice(0, count)) message();
  }

  #after(tab: Place, milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.now + milliseconds, tab, callback };
    if (!tab.silencing.signal.aborted) this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  #channelFor(own: Place): TabChannel {
    return {
      post: (message) => {
        if (own.silencing.signal.aborted) return;
        for (const place of this.#places.values()) {
          if (place === own) continue;
          const copy = structuredClone(message);
          place.inbox.push(() => place.listener?.(copy));
        }
      },
      listen: (listener) => {
        own.listener = listener;
      },
      close: () => {
        own.listener = undefined;
      },
    };
  }

  #diskFor(place: Place): IDBFactory {
    const disk = this.#disk;
    const open = (name: string, version?: number): IDBOpenDBRequest => {
      const request = disk.open(name, version);
      request.addEventListener('success', () => {
        place.databases.add(request.result);
        if (place.dying.signal.aborted) request.result.close();
      });
      return request;
    };
    return { open, deleteDatabase: (name: string) => disk.deleteDatabase(name) } as IDBFactory;
  }
}

type Waiter = { readonly owner: AbortSignal; readonly grant: () => void };
type LockOptions = { readonly signal?: AbortSignal; readonly steal?: boolean };

/** Locks by name, in the order of requests. */
class LockTable {
  /** How to take the lock from its holder. */
  readonly #holders = new Map<string, () => void>();
  readonly #waiters = new Map<string, Waiter[]>();

  for(owner: AbortSignal): TabLocks {
    return {
      request: <T>(name: string, options: LockOptions, work: () => Promise<T>) =>
        new Promise<T>((resolve, reject) => {
          const grant = (): void => {
            this.#hold(name, owner, reject, (leave) => {
              work().then(resolve, reject).finally(leave);
            });
          };
          if (options.steal === true) {
            this.#holders.get(name)?.();
            grant();
          } else this.#wait(name, { owner, grant }, options.signal, reject);
        }),
    };
  }

  #hold(
    name: string,
    owner: AbortSignal,
    reject: (error: unknown) => void,
    run: (leave: () => void) => void,
  ): void {
    const rob = (): void => {
      this.#holders.delete(name);
      reject(new DOMException('Stolen.', 'AbortError'));
    };
    const leave = (): void => {
      if (this.#holders.get(name) !== rob) return;
      this.#holders.delete(name);
      this.#next(name);
    };
    this.#holders.set(name, rob);
    owner.addEventListener('abort', leave);
    run(leave);
  }

  #wait(
    name: string,
    waiter: Waiter,
    signal: AbortSignal | undefined,
    reject: (error: unknown) => void,
  ): void {
    const waiters = this.#waiters.get(name) ?? [];
    this.#waiters.set(name, waiters);
    waiters.push(waiter);
    signal?.addEventListener('abort', () => {
      const place = waiters.indexOf(waiter);
      if (place < 0) return;
      waiters.splice(place, 1);
      reject(signal.reason);
    });
    queueMicrotask(() => {
      this.#next(name);
    });
  }

  #next(name: string): void {
    const waiters = this.#waiters.get(name) ?? [];
    while (!this.#holders.has(name)) {
      const waiter = waiters.shift();
      if (waiter === undefined) return;
      if (!waiter.owner.aborted) waiter.grant();
    }
  }
}
