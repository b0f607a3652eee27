import { setBounded } from './keep-recent.ts';

/** The history that the database continues. The token is unique, the number only increases within one history. */
export type Epoch = { readonly number: number; readonly token: string };

/** A log head that was read, or reached by a commit of this node. */
export type SeenHead = readonly [realmId: number, head: number];

/** Access to the row of the epoch through one connection. */
export type EpochStore<Connection> = {
  /** The epoch, and why it must end; undefined in a database without the table. */
  read(
    connection: Connection,
    seen: readonly SeenHead[],
  ): Promise<(Epoch & { readonly loss: string | null }) | undefined>;
  /** Begins a new epoch after `ended`, unless another node has; returns the epoch that goes on. */
  begin(connection: Connection, ended: string, atLeast: number, reason: string): Promise<Epoch>;
};

/** The epoch of this node's memory. Everything in memory belongs to one epoch, and so does every connection in use. */
export type Epochs<Connection> = {
  readonly current: Epoch | undefined;
  /** Compares database and memory. Ends the epoch if the database has lost a part of its history. */
  readonly confirm: (connection: Connection) => Promise<void>;
  /** Begins a new epoch, whatever the database says. */
  begin(connection: Connection, reason: string): Promise<Epoch>;
  /** Whether the connection was confirmed in the current epoch. */
  isCurrent(connection: Connection): boolean;
  /** Remembers a head that the database must not go below. Only heads that come from the database may be passed. */
  readonly note: (realmId: number, head: number) => void;
  /** Calls the listener when a new epoch begins, before any connection of that epoch is used. */
  readonly onChange: (listener: (epoch: Epoch) => void) => void;
};

/** Heads to compare: those of the organizations with the newest entries. */
const MAX_SEEN_HEADS = 1_000;

/** A connection to a history that the node has left, such as a primary that was replaced; a retry may succeed. */
class PastEpochError extends Error {
  override readonly name = 'PastEpochError';
  readonly code = 'ECONNRESET';
}

export function createEpochs<Connection extends object>(
  store: EpochStore<Connection>,
  onBegin: (epoch: Epoch, reason: string) => void,
): Epochs<Connection> {
  const listeners: ((epoch: Epoch) => void)[] = [];
  const heads = new Map<number, number>();
  const tokens = new WeakMap<Connection, string>();
  let current: Epoch | undefined;

  const adopt = ({ number, token }: Epoch, reason: string): void => {
    if (token === current?.token) return;
    const isFirst = current === undefined;
    if (number <= (current?.number ?? 0))
      throw new PastEpochError('The connection belongs to an earlier epoch.');
    current = { number, token };
    heads.clear();
    if (!isFirst || reason !== '') onBegin(current, reason);
    if (!isFirst) for (const listener of listeners) listener(current);
  };

  /** Two histories may share a beginning, so a token that is unknown and not newer is another history. */
  const isOther = ({ number, token }: Epoch): boolean =>
    current !== undefined && token !== current.token && number <= current.number;

  return {
    get current() {
      return current;
    },
    confirm: async (connection) => {
      const found = await store.read(connection, [...heads]);
      if (found === undefined) {
        if (current === undefined) return;
        throw new PastEpochError('The database has no epoch any more.');
      }
      const loss = found.loss ?? (isOther(found) ? 'the database continues another history' : '');
      const epoch =
        loss === '' ? found : await store.begin(connection, found.token, current?.number ?? 0, loss);
      adopt(epoch, loss);
      tokens.set(connection, epoch.token);
    },
    begin: async (connection, reason) => {
      const found = await store.read(connection, []);
      if (found === undefined) throw new Error('The database has no epoch yet; run: parley migrate');
      const epoch = await store.begin(connection, found.token, current?.number ?? 0, reason);
      adopt(epoch, reason);
      tokens.set(connection, epoch.token);
      return epoch;
    },
    isCurrent: (connection) => tokens.get(connection) === current?.token,
    note: (realmId, head) => {
      setBounded(heads, realmId, Math.max(head, heads.get(realmId) ?? 0), MAX_SEEN_HEADS);
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
}
