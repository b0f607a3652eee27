import { expect, test } from 'vitest';
import { createEpochs, type Epoch, type EpochStore, type SeenHead } from './epoch.ts';

/** A database in memory; a connection is a reference to one. */
type Database = { number: number; token: string; head: number; loss: string | null };
/** A result may arrive later than it was read. */
type Connection = { database: Database; arrives?: Promise<void> };

const store: EpochStore<Connection> = {
  read: async ({ database: { number, token, head, loss }, arrives }, seen: readonly SeenHead[]) => {
    await arrives;
    return {
      number,
      token,
      loss: loss ?? (seen.some(([, known]) => known > head) ? 'the head is lower' : null),
    };
  },
  begin: async ({ database }, ended, atLeast) => {
    if (database.token === ended) {
      database.number = Math.max(database.number, atLeast) + 1;
      database.token = `${database.token}/${database.number}`;
      database.loss = null;
      database.head += 1_000_000;
    }
    return { number: database.number, token: database.token };
  },
};

function open() {
  const begun: [Epoch, string][] = [];
  const epochs = createEpochs(store, (epoch, reason) => begun.push([epoch, reason]));
  let changes = 0;
  epochs.onChange(() => {
    changes += 1;
  });
  return { epochs, begun, changes: () => changes };
}

function databaseOf(change: Partial<Database> = {}): Database {
  return { number: 1, token: 'a', head: 10, loss: null, ...change };
}

test('the first connection adopts the epoch of the database without a report', async () => {
  const { epochs, begun, changes } = open();
  const connection = { database: databaseOf() };
  await epochs.confirm(connection);
  expect(epochs.current).toEqual({ number: 1, token: 'a' });
  expect([begun, changes()]).toEqual([[], 0]);
  expect(epochs.isCurrent(connection)).toBe(true);
});

test('[EP1] a loss that PostgreSQL shows at the start begins an epoch and is reported', async () => {
  const { epochs, begun } = open();
  await epochs.confirm({ database: databaseOf({ loss: 'restored' }) });
  expect(begun).toEqual([[{ number: 2, token: 'a/2' }, 'restored']]);
});

test('[EP1] a head below one that was read begins an epoch', async () => {
  const { epochs, changes } = open();
  const database = databaseOf();
  await epochs.confirm({ database });
  epochs.note(1, 12);
  await epochs.confirm({ database });
  expect(epochs.current?.number).toBe(2);
  expect(changes()).toBe(1);
  await epochs.confirm({ database });
  expect(epochs.current?.number).toBe(2);
});

test('[EP6] two nodes that find the same loss begin one epoch', async () => {
  const [first, second] = [open(), open()];
  const database = databaseOf();
  for (const { epochs } of [first, second]) {
    await epochs.confirm({ database });
    epochs.note(1, 12);
  }
  await Promise.all([first.epochs.confirm({ database }), second.epochs.confirm({ database })]);
  expect(first.epochs.current).toEqual({ number: 2, token: 'a/2' });
  expect(second.epochs.current).toEqual(first.epochs.current);
});

test('[EP6] an epoch that another node began ends the memory of this one', async () => {
  const { epochs, changes } = open();
  const database = databaseOf();
  const old = { database };
  await epochs.confirm(old);
  Object.assign(database, { number: 2, token: 'b' });
  await epochs.confirm({ database });
  expect(changes()).toBe(1);
  expect(epochs.isCurrent(old)).toBe(false);
});

test('[EP1] a history that was restored twice from one backup begins a third epoch', async () => {
  const { epochs } = open();
  const backup = databaseOf({ loss: 'restored' });
  await epochs.confirm({ database: { ...backup } });
  const again = databaseOf({ number: 2, token: 'other' });
  await epochs.confirm({ database: again });
  expect(epochs.current).toEqual({ number: 3, token: 'other/3' });
});

test('[EP6] a result from before a change that arrives after it does not bring the old epoch back', async () => {
  const { epochs, changes } = open();
  const database = databaseOf();
  await epochs.confirm({ database });
  const late = Promise.withResolvers<void>();
  const stale = epochs.confirm({ database, arrives: late.promise });
  Object.assign(database, { number: 2, token: 'b' });
  await epochs.confirm({ database });
  late.resolve();
  await stale;
  expect(epochs.current?.token).toBe('b');
  expect(changes()).toBe(1);
});
