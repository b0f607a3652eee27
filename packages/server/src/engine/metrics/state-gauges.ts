import { Gauge, type Registry } from 'prom-client';
import { sql, type Reader } from '../db/sql.ts';
import { VERSION } from '../version.ts';

/** The state of the database that is equal for all nodes, read on every scrape by one statement. */
export type SharedState = {
  readonly mails: number;
  readonly mailSeconds: number;
  readonly pushes: number;
  readonly pushSeconds: number;
  readonly fileBytes: number;
  readonly partitionsAhead: number;
  /** Zero if there has been none. */
  readonly backupAt: number;
  readonly isMaintenance: boolean;
};

/** Bounds the work of a scrape where a mail server has been away for days: the figure is then a lower bound. */
const MAX_COUNTED = 100_000;

export async function readSharedState(reader: Reader): Promise<SharedState | undefined> {
  return reader.first(sql<SharedState>`select
    (select count(*) from (select from mail limit ${MAX_COUNTED}) m)::int as mails,
    coalesce((select extract(epoch from now() - min(created_at)) from (
      select created_at from mail order by next_try_at limit 1000) m), 0)::float8 as "mailSeconds",
    (select count(*) from (select from push_delivery limit ${MAX_COUNTED}) p)::int as pushes,
    coalesce((select extract(epoch from now() - min(created_at)) from (
      select created_at from push_delivery order by due_at limit 1000) p), 0)::float8 as "pushSeconds",
    coalesce((select sum(used) from upload_space), 0)::float8 as "fileBytes",
    (select count(*) from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'log_entry'::regclass and c.relname ~ '^log_entry_[0-9]{8}$'
        and c.relname > 'log_entry_' || to_char(now() at time zone 'UTC', 'YYYYMMDD'))::int as "partitionsAhead",
    coalesce((select extract(epoch from at) from server_note where name = 'backup'), 0)::float8 as "backupAt",
    exists (select from server_note where name = 'maintenance') as "isMaintenance"`);
}

const GAUGES: readonly {
  readonly name: string;
  readonly help: string;
  readonly valueOf: (state: SharedState) => number;
}[] = [
  {
    name: 'parley_mails_waiting',
    help: 'E-mails that wait to be sent, of all nodes.',
    valueOf: ({ mails }) => mails,
  },
  {
    name: 'parley_mails_oldest_seconds',
    help: 'Age of the oldest e-mail that waits.',
    valueOf: ({ mailSeconds }) => mailSeconds,
  },
  {
    name: 'parley_pushes_waiting',
    help: 'Pushes that wait to be sent, of all nodes.',
    valueOf: ({ pushes }) => pushes,
  },
  {
    name: 'parley_pushes_oldest_seconds',
    help: 'Age of the oldest push that waits.',
    valueOf: ({ pushSeconds }) => pushSeconds,
  },
  {
    name: 'parley_files_bytes',
    help: 'Bytes of the stored files of all organizations.',
    valueOf: ({ fileBytes }) => fileBytes,
  },
  {
    name: 'parley_log_partitions_ahead',
    help: 'Days after today for which the log has a partition; 14 is normal.',
    valueOf: ({ partitionsAhead }) => partitionsAhead,
  },
  {
    name: 'parley_backup_timestamp_seconds',
    help: 'Time of the newest backup by the command parley backup; 0 if there is none.',
    valueOf: ({ backupAt }) => backupAt,
  },
  {
    name: 'parley_maintenance',
    help: '1 during maintenance, when requests of users get 503.',
    valueOf: ({ isMaintenance }) => Number(isMaintenance),
  },
];

/** All gauges of a scrape share one statement. Each waits for it, because the values of a scrape are written as they come. */
export function watchSharedState(read: () => Promise<SharedState | undefined>, registers: Registry[]): void {
  let reading: Promise<SharedState | undefined> | undefined;
  const readOnce = (): Promise<SharedState | undefined> =>
    // The other metrics are wanted most while the database is unavailable.
    (reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      }));
  for (const { name, help, valueOf } of GAUGES) {
    const gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => {
        const state = await readOnce();
        if (state === undefined) gauge.reset();
        else gauge.set(valueOf(state));
      },
    });
  }
}

export function watchStreams(count: () => number, registers: Registry[]): void {
  const streams = new Gauge({
    name: 'parley_event_streams',
    help: 'Open event streams (WebSockets) of this node.',
    registers,
    collect: () => {
      streams.set(count());
    },
  });
}

export function addBuildInfo(registers: Registry[]): void {
  const info = new Gauge({
    name: 'parley_build_info',
    help: 'Always 1; the labels name the release and the version of Node.js.',
    labelNames: ['version', 'node'],
    registers,
  });
  info.set({ version: VERSION, node: process.version }, 1);
}
