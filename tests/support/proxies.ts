import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@parley/test-support/free-port.ts';

const DEPLOY = path.join(import.meta.dirname, '../../deploy');

export type Proxy = { readonly port: number; readonly isEncrypted: boolean; stop(): Promise<void> };

type Place = {
  readonly directory: string;
  /** Where the proxy listens. */
  readonly port: number;
  /** Where the node listens. */
  readonly node: string;
};

/** How a file of deploy/ is run on this machine: only its addresses and certificates are replaced. */
type ProxyKind = {
  readonly file: string;
  readonly isEncrypted: boolean;
  readonly adapt: (text: string, place: Place) => string;
  readonly command: (file: string, directory: string) => readonly [string, ...string[]];
};

const PROXIES = {
  nginx: {
    file: 'nginx.conf',
    isEncrypted: true,
    adapt: (text, { directory, port, node }) =>
      `daemon off; pid ${directory}/nginx.pid; error_log stderr; events {} http { access_log off;
      client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy; fastcgi_temp_path ${directory}/fastcgi;
      uwsgi_temp_path ${directory}/uwsgi; scgi_temp_path ${directory}/scgi;
      ${text
        .replace(/server \{\n {2}listen 80;[^}]*\}/, '')
        .replace(/listen \[::\].*/, '')
        .replace(/^ {2}listen 443/m, `listen 127.0.0.1:${port}`)
        .replace('127.0.0.1:9800', node)
        .replace(/\/etc\/letsencrypt\/\S*fullchain.pem/, `${directory}/certificate.pem`)
        .replace(/\/etc\/letsencrypt\/\S*privkey.pem/, `${directory}/key.pem`)} }`,
    command: (file, directory) => ['/usr/sbin/nginx', '-p', directory, '-e', 'stderr', '-c', file],
  },
  caddy: {
    file: 'Caddyfile',
    isEncrypted: true,
    adapt: (text, { directory, port, node }) =>
      `{\nadmin off\nauto_https off\nservers {\nprotocols h1 h2\n}\n}\n${text
        .replace('127.0.0.1:9800', node)
        .replace(
          'chat.example.org {',
          `https://chat.example.org:${port} {\ntls ${directory}/certificate.pem ${directory}/key.pem`,
        )}`,
    command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
  haproxy: {
    file: 'haproxy.cfg',
    isEncrypted: false,
    adapt: (text, { port, node }) =>
      text
        .replace('maxconn 20000', 'maxconn 100')
        .replace('bind :80', `bind 127.0.0.1:${port}`)
        .replaceAll(/10\.0\.0\.1\d:9800/g, node),
    command: (file) => ['/usr/sbin/haproxy', '-db', '-f', file],
  },
} satisfies Record<string, ProxyKind>;

export type ProxyName = keyof typeof PROXIES;

export const proxyNames = Object.keys(PROXIES) as ProxyName[];

/** The text of a proxy's file, with places of this machine. */
export function adaptProxyFile(name: ProxyName, text: string, place: Place): string {
  return PROXIES[name].adapt(text, place);
}

/** Starts a proxy with its file of deploy/ in front of a node. */
export async function startProxy(name: ProxyName, node: string): Promise<Proxy> {
  const { file, isEncrypted, command }: ProxyKind = PROXIES[name];
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-proxy-'));
  makeCertificate(directory);
  const port = await freePort();
  const adapted = path.join(directory, file);
  const text = readFileSync(path.join(DEPLOY, file), 'utf8');
  writeFileSync(adapted, adaptProxyFile(name, text, { directory, port, node }));
  const [program, ...args] = command(adapted, directory);
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
  });
  const ended = once(child, 'exit');
  const errors = textOf(child.stderr);
  await untilListening(port, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${await errors}`);
  });
  return {
    port,
    isEncrypted,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const LISTEN_CHECK_MS = 50;

async function untilListening(port: number, check: () => Promise<void>): Promise<void> {
  for (;;) {
    await check();
    const socket = connect(port, '127.0.0.1');
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isListening) return;
    await pause(LISTEN_CHECK_MS);
  }
}

/** A certificate and its key, as files `certificate.pem` and `key.pem`. */
export function makeCertificate(directory: string): void {
  const files = ['-keyout', `${directory}/key.pem`, '-out', `${directory}/certificate.pem`];
  const subject = ['-subj', '/CN=chat.example.org', '-addext', 'subjectAltName=DNS:chat.example.org'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  });
}
