import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import type { AuditEntry } from '@parley/contract/objects/audit-entry.ts';
import { Option, type Command } from 'commander';
import { pause } from '../../../engine/clock.ts';
import { chainEnds, entriesAfter, presentEntry } from '../../../organization/audit/rows.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { realmNamed } from '../find.ts';
import { numberOf } from './numbers.ts';
import { realmOption, type InRealm } from './parts.ts';

/** Entries read at once. */
const PAGE = 500;
const FOLLOW_MS = 1_000;

type Options = InRealm & {
  readonly after?: string;
  readonly follow?: boolean;
  readonly syslog?: string;
};

/** A place that takes entries, one after another. */
type Sink = { readonly write: (entry: AuditEntry) => Promise<void>; readonly end: () => Promise<void> };

export function streamAuditCommand(): Command {
  return define<Options>({
    name: 'stream',
    description: 'write audit entries as JSON lines, the oldest first, or send them to a syslog server',
    options: [
      realmOption(),
      new Option('--after <number>', 'only entries after this one; from the oldest by default'),
      new Option('--follow', 'go on with entries as they come'),
      new Option('--syslog <url>', 'tcp://host:port or tls://host:port of a syslog server (RFC 5424)'),
    ],
    run: async (world, _args, { realm: name, after, follow = false, syslog }) => {
      const realm = await realmNamed(world.pool, name);
      const sink = syslog === undefined ? lines() : await openSyslog(syslog, realm.subdomain);
      let number =
        after === undefined ? (await chainEnds(world.pool, realm.id)).start : numberOf('--after', after);
      let count = 0;
      for (;;) {
        const page = await entriesAfter(world.pool, realm.id, number, PAGE);
        for (const row of page) {
          await sink.write(presentEntry(row));
          number = row.number;
        }
        count += page.length;
        if (page.length === PAGE) continue;
        if (!follow) break;
        await pause(world.clock, FOLLOW_MS);
      }
      await sink.end();
      return syslog === undefined ? {} : { fields: { sent: count, last: number } };
    },
  });
}

function lines(): Sink {
  return {
    write: async (entry) => {
      if (!process.stdout.write(`${JSON.stringify(entry)}\n`)) await once(process.stdout, 'drain');
    },
    end: async () => {},
  };
}

/** Facility 13, log audit, with severity 6, informational. */
const PRIORITY = 13 * 8 + 6;

async function openSyslog(url: string, subdomain: string): Promise<Sink> {
  const socket = await open(url);
  const name = subdomain === '' ? 'root' : subdomain;
  return {
    write: async (entry) => {
      const time = new Date(entry.time * 1000).toISOString();
      const message = `<${PRIORITY}>1 ${time} ${hostname()} parley ${name} ${entry.action} - ${JSON.stringify(entry)}`;
      // Octet counting (RFC 6587), which RFC 5425 requires over TLS.
      if (!socket.write(`${Buffer.byteLength(message)} ${message}`)) await once(socket, 'drain');
    },
    end: async () => {
      socket.end();
      await once(socket, 'close');
    },
  };
}

async function open(text: string): Promise<Socket> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const port = Number(url?.port);
  if (url === undefined || !['tcp:', 'tls:'].includes(url.protocol) || url.hostname === '' || port === 0)
    throw new CommandError('--syslog: tcp://host:port or tls://host:port is expected.');
  const isTls = url.protocol === 'tls:';
  const socket = isTls
    ? connectTls({ host: url.hostname, port, servername: url.hostname })
    : connect({ host: url.hostname, port });
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect');
  } catch (error) {
    throw new CommandError(
      `--syslog: ${text} cannot be reached: ${error instanceof Error ? error.message : 'no connection'}`,
    );
  }
  return socket;
}
