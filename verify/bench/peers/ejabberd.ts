import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { freePort } from '@parley/test-support/free-port.ts';
import { openConversation, untilListening } from './conversation.ts';
import type { Peer } from './peer.ts';

/** Where Debian installs it. */
const LIBRARIES = '/usr/lib/x86_64-linux-gnu';
const SCHEMA = '/usr/share/ejabberd/sql/pg.sql';

/** Debian's ejabberd: rooms whose messages are archived in PostgreSQL, members without an account. */
export async function startEjabberd(directory: string, postgres: URL): Promise<Peer> {
  const database = path.basename(directory).replaceAll(/\W/g, '_').toLowerCase();
  await makeArchive(postgres, database);
  const port = await freePort();
  const file = path.join(directory, 'ejabberd.yml');
  await writeFile(file, settings(port, postgres, database));
  const child = spawn(
    'erl',
    ['-noinput', '+K', 'true', '-mnesia', 'dir', `"${path.join(directory, 'mnesia')}"`, '-s', 'ejabberd'],
    {
      cwd: directory,
      env: {
        ...process.env,
        HOME: directory,
        ERL_LIBS: LIBRARIES,
        EJABBERD_CONFIG_PATH: file,
        EJABBERD_LOG_PATH: path.join(directory, 'ejabberd.log'),
        ERL_CRASH_DUMP_BYTES: '0',
      },
      stdio: 'ignore',
    },
  );
  await untilListening(port);
  return {
    name: 'ejabberd, archive in PostgreSQL',
    pid: child.pid ?? 0,
    echoes: true,
    join: (room, place, listener) => joinRoom(port, `room${room}@conference.localhost`, place, listener),
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function makeArchive(postgres: URL, database: string): Promise<void> {
  const server = new Client({ connectionString: postgres.href });
  await server.connect();
  await server.query(`create database ${database}`);
  await server.end();
  const archive = new Client({ connectionString: new URL(`/${database}`, postgres).href });
  await archive.connect();
  await archive.query(await readFile(SCHEMA, 'utf8'));
  await archive.end();
}

function settings(port: number, postgres: URL, database: string): string {
  return `hosts: [localhost]
loglevel: error
listen:
  - {port: ${port}, ip: "127.0.0.1", module: ejabberd_c2s, max_stanza_size: 262144}
auth_method: [anonymous]
anonymous_protocol: sasl_anon
allow_multiple_connections: true
sql_type: pgsql
sql_server: 127.0.0.1
sql_port: ${postgres.port}
sql_database: ${database}
sql_username: ${postgres.username}
sql_password: ""
modules:
  mod_mam: {db_type: sql, default: never}
  mod_muc:
    host: conference.localhost
    access: all
    access_create: all
    history_size: 0
    default_room_options: {mam: true, persistent: true, allow_change_subj: false}
`;
}

async function joinRoom(port: number, room: string, place: number, listener: (text: string) => void) {
  const line = await openConversation(port, listener);
  const open = `<stream:stream to='localhost' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;
  await line.ask(open, /<\/stream:features>/);
  await line.ask(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'/>`, /<success/);
  await line.ask(open, /<\/stream:features>/);
  await line.ask(`<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`, /<\/bind>/);
  await line.ask(
    `<presence to='${room}/m${place}'><x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x></presence>`,
    /<subject|<status code='110'\/>/,
  );
  return {
    say: (text: string) => {
      line.tell(`<message to='${room}' type='groupchat'><body>${text}</body></message>`);
    },
    leave: line.close,
  };
}
