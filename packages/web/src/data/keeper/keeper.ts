import type { Client } from '@parley/client';
import { createCell, type Cell } from '../cell.ts';
import { deleteDatabase } from '../disk/database.ts';
import { diskPersistence } from '../disk/persistence.ts';
import { diskWriter, type DiskWriter } from '../disk/writer.ts';
import { callEach } from '../faults.ts';
import { createBacklog, type Backlog } from './backlog.ts';
import { openDisk, restoreState, type OpenDisk } from './disk.ts';
import { browserEnvironment, type KeeperEnvironment } from './environment.ts';
import { createFlusher, type Flusher } from './flush.ts';
import { createFollower, type Follower } from './follower.ts';
import { leadQueue, showOffline, type Check } from './leader.ts';
import { createReplica, type Replica } from './replica.ts';
import { memoryPersistence } from '../disk/memory-persistence.ts';
import { registration } from './registration.ts';
import type { Persistence, Source, StoredWindows } from '../model/store.ts';
import { joinTabs, loneTab, type TabMessage, type Tabs } from './tabs.ts';

export type KeeperOptions = {
  readonly client: Client;
  /** User of the session. */
  readonly userId: number;
  /** Nothing is stored on a shared computer. */
  readonly isShared?: boolean;
  readonly environment?: KeeperEnvironment;
};

/** State and texts of one user, kept on disk and shared by all tabs of the browser. */
export type Keeper = {
  readonly source: Source;
  readonly persistence: Persistence;
  /** Whether this tab reads the queue; it alone shows notifications. */
  readonly isLeader: Cell<boolean>;
  /** Names the windows and messages that are stored with the state; nothing is written before. */
  readonly keep: (collect: () => StoredWindows) => void;
  /** Hears that a request was answered, or was not; the link is checked if that is a surprise. */
  readonly hearRequest: (isAnswered: boolean) => void;
  /** Ends all tabs of the user and deletes everything that is stored. */
  readonly forget: () => Promise<void>;
};

export async function startKeeper({
  client,
  userId,
  isShared = false,
  environment = browserEnvironment(),
}: KeeperOptions): Promise<Keeper> {
  const name = `parley-${userId}`;
  const disk = isShared ? undefined : await openDisk(environment, name, REGISTER);
  const tab = new KeeperTab(client, userId, name, disk, environment);
  /** A log-out and the end of the session that follows from it ask for it both. */
  let forgotten: Promise<void> | undefined;
  const forget = async (): Promise<void> => {
    tab.post({ kind: 'forgotten' });
    await tab.end();
    if (environment.indexedDB !== undefined) await deleteDatabase(environment.indexedDB, name);
  };
  return {
    source: { ...tab.replica.source, close: () => tab.close() },
    persistence: tab.persistence,
    isLeader: tab.isLeader,
    keep: (collect) => {
      tab.keep(collect);
    },
    hearRequest: (isAnswered) => {
      tab.hearRequest(isAnswered);
    },
    forget: () => {
      forgotten ??= forget();
      return forgotten;
    },
  };
}

const REGISTER = JSON.stringify(registration);

/** One tab, as leader or follower. */
class KeeperTab {
  readonly id = crypto.randomUUID();
  readonly replica: Replica;
  readonly persistence: Persistence;
  readonly isLeader = createCell(false);
  readonly #client: Client;
  readonly #userId: number;
  readonly #disk: OpenDisk | undefined;
  readonly #environment: KeeperEnvironment;
  readonly #backlog: Backlog = createBacklog();
  readonly #restored: Promise<void>;
  readonly #flusher: Flusher;
  readonly #follower: Follower;
  readonly #tabs: Tabs;
  readonly #textListeners = new Set<() => void>();
  readonly #ignoreHiding: () => void;
  readonly #ignoreNetwork: () => void;
  /** Set while this tab reads the queue. */
  #check: Check | undefined;
  #writer: DiskWriter | undefined;
  /** Undefined until the chat has taken over what was stored. */
  #collect: (() => StoredWindows) | undefined;
  /** The state has its people, if it has any. */
  #isRestored = false;
  #isEnded = false;
  #isStorageKept = false;

  constructor(
    client: Client,
    userId: number,
    name: string,
    disk: OpenDisk | undefined,
    environment: KeeperEnvironment,
  ) {
    const { clock, locks } = environment;
    this.#client = client;
    this.#userId = userId;
    this.#disk = disk;
    this.#environment = environment;
    this.replica = createReplica(clock.now());
    this.#restored = restoreState(disk, this.replica);
    this.#flusher = createFlusher(clock, () => this.#write());
    this.#follower = createFollower(
      this.id,
      this.replica,
      environment.clock,
      (message) => this.post(message),
      () => {
        this.#tabs.steal();
      },
    );
    this.#ignoreHiding = environment.onHide(() => void this.#flusher.flush());
    this.#ignoreNetwork = environment.onNetwork((isOnline) => {
      if (this.#check === undefined) return;
      if (!isOnline && this.replica.source.link.get().status === 'live') showOffline(this);
      this.#check(true);
    });
    const handlers = {
      lead: (signal: AbortSignal) => this.#lead(signal),
      hear: (message: TabMessage) => {
        this.#hear(message);
      },
    };
    this.#tabs =
      locks === undefined
        ? loneTab(handlers)
        : joinTabs(name, locks, environment.openChannel(name), clock, handlers);
    this.persistence = this.#createPersistence();
    void this.#askWhenRestored();
  }

  post(message: TabMessage): void {
    this.#tabs.post(message);
  }

  keep(collect: () => StoredWindows): void {
    this.#collect = collect;
    this.#flusher.touch();
  }

  hearRequest(isAnswered: boolean): void {
    const { status } = this.replica.source.link.get();
    if (status !== (isAnswered ? 'offline' : 'live')) return;
    if (this.#check === undefined) this.post({ kind: 'check' });
    else this.#check(false);
  }

  /** Stores what is known and leaves the queue alive. */
  async close(): Promise<void> {
    await this.#flusher.flush();
    await this.end();
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#writer = undefined;
    this.#follower.stop();
    this.#flusher.stop();
    this.#ignoreHiding();
    this.#ignoreNetwork();
    this.#tabs.close();
    const { asOf } = this.replica.source.link.get();
    this.replica.setLink({ status: 'ended', asOf });
    this.#disk?.database.close();
    return Promise.resolve();
  }

  async #askWhenRestored(): Promise<void> {
    await this.#restored;
    this.#isRestored = true;
    if (!this.isLeader.get() && !this.#isEnded) this.#follower.ask();
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { clock } = this.#environment;
    this.#follower.stop();
    this.isLeader.set(true);
    signal.addEventListener('abort', () => {
      this.isLeader.set(false);
      this.#check = undefined;
      this.#writer = undefined;
      if (!this.#isEnded) this.#follower.ask();
    });
    // The tab that led before may have left texts behind.
    this.#callTextListeners();
    await leadQueue(
      {
        client: this.#client,
        clock,
        userId: this.#userId,
        replica: this.replica,
        backlog: this.#backlog,
        restored: this.#restored,
        post: (message) => {
          this.post(message);
        },
        onChange: () => {
          if (this.#disk !== undefined && !this.#isEnded && !signal.aborted)
            this.#writer ??= diskWriter(this.#disk.database, REGISTER, this.id);
          this.#flusher.touch();
        },
        setCheck: (check) => {
          this.#check = check;
        },
      },
      signal,
    );
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'forgotten') void this.end();
    else if (message.kind === 'texts') this.#callTextListeners();
    // A state without its people cannot take events; this tab asks for them when it can.
    else if (!this.#isRestored) return;
    else if (!this.isLeader.get()) this.#follower.hear(message);
    else if (message.kind === 'ask') this.#answer(message);
    else if (message.kind === 'check') this.#check?.(false);
  }

  /** Brings a follower up to date. */
  #answer({ tab, mark }: TabMessage & { kind: 'ask' }): void {
    const cursor = this.replica.cursor();
    const { status, asOf } = this.replica.source.link.get();
    this.post({ kind: 'link', link: { status, asOf } });
    if (cursor === undefined || !this.#isRestored) return;
    const { queueId, lastEventId, state } = cursor;
    const events = mark === undefined ? undefined : this.#backlog.behind(mark);
    if (mark === undefined || events === undefined)
      this.post({ kind: 'state', tab, mark: { queueId, lastEventId }, state });
    else this.post({ kind: 'events', queueId, from: mark.lastEventId, lastEventId, events });
  }

  #write(): Promise<void> | undefined {
    const cursor = this.replica.cursor();
    const { asOf } = this.replica.source.link.get();
    if (cursor === undefined || this.#collect === undefined) return undefined;
    return this.#writer?.write(cursor, this.#collect(), asOf);
  }

  #callTextListeners(): void {
    callEach(this.#textListeners);
  }

  /** Texts of the user are worth the question, which some browsers show. */
  #keepStorage(): void {
    if (this.#isStorageKept) return;
    this.#isStorageKept = true;
    this.#environment.keepStorage?.();
  }

  #createPersistence(): Persistence {
    const disk = this.#disk;
    const stored =
      disk === undefined
        ? memoryPersistence()
        : diskPersistence(disk.database, disk.start.chat, () => {
            this.#keepStorage();
            this.post({ kind: 'texts' });
          });
    const { sendLater } = this.#environment;
    return {
      ...stored,
      ...(disk === undefined || sendLater === undefined ? {} : { sendLater }),
      lock: (name, work) => this.#tabs.lock(name, work),
      onOtherTab: (listener) => {
        this.#textListeners.add(listener);
        return () => {
          this.#textListeners.delete(listener);
        };
      },
    };
  }
}
