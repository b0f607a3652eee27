import { readCommandLine } from '@parley/test-support/command-line.ts';

type Benchmark = (args: readonly string[]) => Promise<void>;

/** Only the chosen benchmark is loaded. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  send: async () => (await import('./send.ts')).benchSend,
  instances: async () => (await import('./instances.ts')).benchInstances,
  fanout: async () => (await import('./fanout.ts')).benchFanout,
  read: async () => (await import('./read.ts')).benchRead,
  deliver: async () => (await import('./deliver.ts')).benchDeliver,
  peers: async () => (await import('./peers.ts')).benchPeers,
  day: async () => (await import('./day.ts')).benchDay,
  cell: async () => (await import('./cell.ts')).benchCell,
  morning: async () => (await import('./morning.ts')).benchMorning,
  users: async () => (await import('./users.ts')).benchUsers,
  resume: async () => (await import('./resume.ts')).benchResume,
  presence: async () => (await import('./presence.ts')).benchPresence,
  search: async () => (await import('./search.ts')).benchSearch,
  bytes: async () => (await import('./bytes.ts')).benchBytes,
  readers: async () => (await import('./readers.ts')).benchReaders,
  idle: async () => (await import('./idle.ts')).benchIdle,
  markdown: async () => (await import('./markdown.ts')).benchMarkdown,
  web: async () => (await import('./web.ts')).benchWeb,
};

const COMMAND = {
  name: 'npm run bench -- <command>',
  summary:
    'Measures one part of Parley beside a bare equivalent in the same run, and prints Markdown tables.',
  subcommands: {
    send: 'messages per second',
    instances: 'messages per second of several instances beside one',
    fanout: 'cost of a message by the number of subscribers',
    read: 'time of a page of messages by the size of the history',
    deliver: 'delivery to connected clients by long polls and WebSockets',
    peers: 'messages in rooms beside ejabberd and ngircd',
    day: 'the request mix of a production day',
    cell: 'that mix in thousands of organizations, beside the model',
    morning: 'every user opens a client',
    users: 'registrations after changes of users, and lists of users in parts',
    resume: 'clients that return to another node',
    presence: 'presence reports by the size of the organization',
    search: 'the search index beside the full-text search of PostgreSQL',
    bytes: 'bytes of write-ahead log and tables for each message and presence report',
    readers: 'durable readers at rest',
    idle: 'start and memory of a node at rest',
    markdown: 'renders per second and bundle sizes',
    web: 'starts, switches, keys and memory of the web client',
  },
  options: {},
  example: 'npm run bench -- send --help',
} as const;

const [name = '', ...args] = process.argv.slice(2);
const load = BENCHMARKS[name];
if (load === undefined) {
  const { fail } = readCommandLine(COMMAND);
  fail(name === '' ? 'Name a benchmark.' : `There is no benchmark '${name}'.`);
} else {
  const run = await load();
  await run(args);
}
