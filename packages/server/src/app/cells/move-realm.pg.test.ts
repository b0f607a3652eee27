import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { createConnection } from '@parley/client/connection.ts';
import { sendOnce } from '@parley/client/send-once.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startOwnPostgres, type OwnPostgres } from '@parley/test-support/own-postgres.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { systemClock } from '../../engine/clock.ts';
import type { Config } from '../../engine/config.ts';
import { sql } from '../../engine/db/sql.ts';
import { hasLostSlot } from './copy.ts';
import { copyRealm } from './copy-realm.ts';
import { moveRealm } from './move-realm.ts';
import { readCellMap, writeCellMap } from './map.ts';
import { connectSide, linkName } from './sides.ts';
import { depart, stopClaims, stopWrites } from './switch.ts';
import { liveTables } from './tables.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const CELLS = [0, 1] as const;
let servers: readonly OwnPostgres[];
let nodes: TestServer[];
let ports: number[];
let realmId: number;
let ada: TestUser;

beforeAll(async () => {
  servers = await Promise.all(
    CELLS.map(() => startOwnPostgres({ settings: { wal_level: 'logical', fsync: 'off' } })),
  );
  ports = [await freePort(), await freePort()];
  nodes = [];
  for (const cell of CELLS)
    nodes.push(await startTestServer((config) => inCell(config, cell, ports[cell] ?? 0), servers[cell]?.url));
  await node(1).server.world.pool.all(sql`update realm set subdomain = 'other' where subdomain = ''`);
  realmId = await node(0).realm('acme');
  ada = await node(0).user({ role: 100, realmId });
});
afterAll(async () => {
  for (const one of nodes) await one.stop();
  for (const server of servers) await server.remove();
});

function node(cell: number): TestServer {
  const found = nodes[cell];
  if (found === undefined) throw new Error(`There is no cell ${cell}.`);
  return found;
}

function hostIn(cell: number): string {
  return `127.0.0.1:${ports[cell]}`;
}

function inCell(config: Config, cell: number, port: number): Config {
  return {
    ...config,
    listen: { ...config.listen, port },
    cell: { ...config.cell, number: cell },
    hosts: { ...config.hosts, realmHosts: { acme: `127.0.0.1:${port}` } },
  };
}

/** The configuration of a command that runs in a cell, as docs/cells.md tells operators to write it. */
function commandIn(cell: number, to: number): Config {
  const { config } = node(cell).server.world;
  const databases = Object.fromEntries(CELLS.map((number) => [number, node(number).superuserUrl]));
  return {
    ...config,
    cell: { ...config.cell, databases },
    hosts: { ...config.hosts, realmHosts: { acme: hostIn(to) } },
  };
}

function connectionTo(cell: number) {
  const { email, apiKey } = ada;
  return createConnection({ url: `http://${hostIn(cell)}`, credentials: { email, apiKey } });
}

const reports: string[] = [];
function move(from: number, to: number, dryRun = false): Promise<void> {
  reports.length = 0;
  return moveRealm(commandIn(from, to), {
    subdomain: 'acme',
    to,
    dryRun,
    report: (line) => reports.push(line),
    clock: systemClock,
  });
}

async function countRows(cell: number): Promise<number> {
  const side = await connectSide(commandIn(cell, cell), cell);
  let rows = 0;
  for (const table of await liveTables(side))
    rows += (await side.all(`select from ${table} where realm_id = ${realmId}`)).length;
  await side.end();
  return rows;
}

/** Owners of the tables of a cell: a node cannot drop a log partition of another owner. */
function ownersIn(cell: number): Promise<readonly unknown[]> {
  return node(cell).server.world.pool.all(
    sql`select distinct tableowner as owner from pg_tables where schemaname = 'public'`,
  );
}

/** Sends one message after another until it is told to stop; returns the ids. */
function talk(cell: number, name: string): { stop(): Promise<number[]> } {
  const connection = connectionTo(cell);
  let isOver = false;
  const talking = (async () => {
    const ids: number[] = [];
    for (let n = 0; !isOver; n += 1)
      ids.push(
        (
          await sendOnce(
            connection,
            { type: 'direct', to: [ada.id], content: `${name} ${n}` },
            { backoff: { baseMilliseconds: 20, capMilliseconds: 100 } },
          )
        ).id,
      );
    return ids;
  })();
  return {
    stop: () => {
      isOver = true;
      return talking;
    },
  };
}

/** Reads a queue until it has an event of this id. */
async function readUntil(cell: number, queueId: string, from: number, id: number): Promise<number[]> {
  const connection = connectionTo(cell);
  const ids: number[] = [];
  for (let last = from; ids.at(-1) !== id;) {
    const { events } = await connection.call(getEvents, { queue_id: queueId, last_event_id: last });
    for (const event of events) {
      last = event.id;
      if (event.type === 'message') ids.push(event.message.id);
    }
  }
  return ids;
}

test('a move as the user of the nodes is refused with the name of the variable to change', async () => {
  const config = commandIn(0, 1);
  const databases = { 1: node(1).superuserUrl };
  const options = { subdomain: 'acme', to: 1, dryRun: true, report: () => {}, clock: systemClock };
  await expect(moveRealm({ ...config, cell: { ...config.cell, databases } }, options)).rejects.toThrow(
    'Cell 0: the database user parley_owner is not a superuser, as replication needs. Name a superuser in the address of cell 0 in PARLEY_CELLS',
  );
});

test('a dry run checks and changes nothing', async () => {
  await move(0, 1, true);
  expect(reports.at(-1)).toBe('All checks passed. Nothing was changed.');
  expect(reports).not.toContainEqual(expect.stringContaining('unknown'));
  expect(await countRows(1)).toBe(0);
});

test('a copy that changes after all rows were compared is noticed before the departure', async () => {
  const [source, target] = [await connectSide(commandIn(0, 0), 0), await connectSide(commandIn(1, 1), 1)];
  const { last } = await source.one<{ last: number }>(
    'select coalesce(max(mark), 0)::int as last from transfer_mark where realm_id = $1',
    [realmId],
  );
  // The comparison of all rows takes the second mark; the replication applies the third one after it.
  await target.all(
    `create function spoil() returns trigger language plpgsql as $$
     begin
       if new.mark >= ${last + 3} then
         update public.realm_user set timezone = 'Europe/Rome' where realm_id = new.realm_id;
       end if;
       return new;
     end $$;
     create trigger spoil before insert or update on transfer_mark for each row execute function spoil();
     alter table transfer_mark enable always trigger spoil`,
  );
  await expect(move(0, 1)).rejects.toThrow('The copies differ in realm_user; nothing was changed.');
  await target.all('drop trigger spoil on transfer_mark; drop function spoil');
  expect(await countRows(1)).toBe(0);
  await Promise.all([source.end(), target.end()]);
});

test('an organization moves while it is in use: the same queue has every message once and in order', async () => {
  const { queue_id, last_event_id } = await connectionTo(0).call(registerQueue, { event_types: ['message'] });
  // The new cell has no partition of that day yet.
  await node(0).server.world.pool.all(
    sql`update log_entry set at = at - interval '3 days' where realm_id = ${realmId} and position = 1`,
  );
  const talks = ['a', 'b', 'c'].map((name) => talk(0, name));
  const before = await connectionTo(0).call(sendMessage, { type: 'direct', to: [ada.id], content: 'before' });
  await move(0, 1);
  const ids = (await Promise.all(talks.map((one) => one.stop()))).flat();
  const after = await connectionTo(1).call(sendMessage, { type: 'direct', to: [ada.id], content: 'after' });
  const wanted = [...ids, before.id, after.id].toSorted((a, b) => a - b);
  expect(await readUntil(0, queue_id, last_event_id, after.id)).toEqual(wanted);
  expect(reports).toContainEqual(expect.stringMatching(/^writes were paused for \d+ ms$/));
  expect(await countRows(0)).toBe(0);
  expect(await ownersIn(1)).toEqual([{ owner: 'parley_owner' }]);
});

test('the old cell answers 421 with the new address, and the SDK follows it', async () => {
  const response = await fetch(`http://${hostIn(0)}/api/v1/server_settings`);
  expect(response.status).toBe(421);
  expect(await response.json()).toMatchObject({ code: 'ORGANIZATION_MOVED', url: `http://${hostIn(1)}` });
  await connectionTo(0).call(subscribe, { subscriptions: [{ name: 'made after the move' }] });
  expect(await node(1).realm('later')).toBeGreaterThan(1_000_000_000);
});

test('a move that was interrupted after the departure is completed by a repetition', async () => {
  const sides = [await connectSide(commandIn(1, 0), 1), await connectSide(commandIn(1, 0), 0)] as const;
  const [source, target] = sides;
  const interrupted = { realmId, subdomain: 'acme', source, target, report: () => {}, clock: systemClock };
  const { queue_id, last_event_id } = await connectionTo(1).call(registerQueue, { event_types: ['message'] });
  await stopWrites(interrupted);
  await expect(
    connectionTo(1).call(sendMessage, { type: 'direct', to: [ada.id], content: 'too late' }),
  ).rejects.toMatchObject({ status: 503, body: { 'retry-after': 1 } });
  let hasEnded = false;
  const waiting = connectionTo(1)
    .call(getEvents, { queue_id, last_event_id })
    .finally(() => {
      hasEnded = true;
    });
  await expect.poll(() => node(1).server.world.hub.size.waiting).toBe(1);
  await depart(interrupted, `http://${hostIn(0)}`, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  await Promise.all(sides.map((side) => side.end()));
  // Two checks of the node, which must not send clients away as long as they have nowhere to go.
  await pause(2_500);
  expect(hasEnded).toBe(false);
  await move(1, 0);
  expect(await waiting).toMatchObject({ events: [] });
  expect(reports[0]).toBe('An earlier move is completed.');
  const { id } = await connectionTo(1).call(sendMessage, { type: 'direct', to: [ada.id], content: 'home' });
  expect(id).toBeGreaterThan(0);
  expect(await countRows(1)).toBe(0);
});

test('a pause of writes ends with the connection of the command', async () => {
  const source = await connectSide(commandIn(0, 1), 0);
  await stopWrites({
    realmId,
    subdomain: 'acme',
    source,
    target: source,
    report: () => {},
    clock: systemClock,
  });
  const send = () => connectionTo(0).call(sendMessage, { type: 'direct', to: [ada.id], content: 'again' });
  await expect(send()).rejects.toMatchObject({ status: 503 });
  await source.end();
  await expect(eventually(send)).resolves.toMatchObject({ id: expect.any(Number) });
});

test('a copy begins under its own name, and its readers and outboxes are at rest', async () => {
  const config = commandIn(0, 0);
  const files = { 1: path.join(config.files.directory, 'of-cell-1') };
  const key = `uploads/${realmId}/ab/a-file`;
  await node(0).server.world.files.put(key, Buffer.from('kept'));
  await copyRealm({ ...config, cell: { ...config.cell, files } }, 'trial', {
    subdomain: 'acme',
    to: 1,
    dryRun: false,
    report: () => {},
    clock: systemClock,
  });
  const { pool } = node(1).server.world;
  expect(await pool.all(sql`select subdomain, is_copy from realm where id = ${realmId}`)).toEqual([
    { subdomain: 'trial', is_copy: true },
  ]);
  expect(readFileSync(path.join(files[1], 'kept', key), 'utf8')).toBe('kept');
  await pool.all(sql`insert into log_reader (realm_id, kind, id, position) values (${realmId}, 'y', 9, 0)`);
  await pool.all(sql`update log_reader set paused_at = null where realm_id = ${realmId}`);
  const running = sql`select from log_reader where realm_id = ${realmId} and paused_at is null`;
  expect(await pool.all(running)).toEqual([]);
  await expect(move(0, 1)).rejects.toThrow('has a copy of this organization');
  await connectionTo(0).call(sendMessage, { type: 'direct', to: [ada.id], content: 'the original goes on' });
});

test('jobs of all organizations leave rows of one that moves as they are', async () => {
  const { pool } = node(0).server.world;
  const other = node(0).realmId;
  await pool.all(
    sql`insert into log_reader (realm_id, kind, id, position) values (${realmId}, 'x', 7, 0), (${other}, 'x', 7, 0)`,
  );
  const changed = async (change: string): Promise<number[]> => {
    const rows = await pool.all(
      sql<{ realm_id: number }>`update log_reader set ${sql.raw(change)} where id = 7 returning realm_id`,
    );
    return rows.map(({ realm_id }) => realm_id).toSorted((a, b) => a - b);
  };
  const both = [realmId, other].toSorted((a, b) => a - b);
  const source = await connectSide(commandIn(0, 1), 0);
  const paused = { realmId, subdomain: 'acme', source, target: source, report: () => {}, clock: systemClock };
  expect(await changed('tries = 1')).toEqual(both);
  await stopClaims(paused);
  expect(await changed('due_at = now()')).toEqual([other]);
  expect(await changed('position = 5')).toEqual(both);
  await stopWrites(paused);
  expect(await changed('position = 6')).toEqual([other]);
  await source.end();
  await eventually(async () => expect(await changed('due_at = now()')).toEqual(both));
});

test('the map has the cell of every organization, and needs no superuser', async () => {
  const config = commandIn(0, 0);
  const databases = { 1: node(1).databaseUrl };
  const map = await readCellMap({ ...config, cell: { ...config.cell, databases } }, () => {});
  expect(map.get(hostIn(0))).toBe(0);
  expect(writeCellMap(new Map([['acme.example.org', 1]]), 'haproxy')).toBe('acme.example.org cell1\n');
  expect(writeCellMap(new Map([['acme.example.org', 1]]), 'nginx')).toBe('acme.example.org cell1;\n');
});

test('a copied table whose slot was lost in a crash is noticed', async () => {
  const other = 77;
  const source = await connectSide(commandIn(0, 0), 0);
  const target = await connectSide(commandIn(1, 1), 1);
  const isLost = (): Promise<boolean> =>
    hasLostSlot({ source, target, realmId: other, subdomain: '', report: () => {}, clock: systemClock });
  await target.all(
    `create subscription ${linkName(other)} connection 'dbname=none' publication none with (connect = false, slot_name = none)`,
  );
  await target.all('set allow_system_table_mods = on');
  const [table] = await target.all<{ slot: string }>(
    `insert into pg_subscription_rel select s.oid, 'bot_storage'::regclass, 'f' from pg_subscription s
     where subname = '${linkName(other)}' returning format('pg_%s_sync_%s_1', srsubid, srrelid) as slot`,
  );
  expect(await isLost()).toBe(true);
  await source.all('select pg_create_logical_replication_slot($1, $2)', [table?.slot, 'pgoutput']);
  expect(await isLost()).toBe(false);
  await source.all('select pg_drop_replication_slot($1)', [table?.slot]);
  await target.all(`update pg_subscription_rel set srsubstate = 's'`);
  expect(await isLost()).toBe(false);
  await target.all(`drop subscription ${linkName(other)}`);
  await source.end();
  await target.end();
});
