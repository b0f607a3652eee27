import { mkdirSync, writeFileSync, appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Machine } from './machine.ts';
import { run } from './run.ts';

const FOLDER = '/srv/acme';

/** Starts an authority inside the machine that checks a host and issues certificates as public ones do. */
export function startAuthority({ root, inside }: Machine, host: string): void {
  const folder = path.join(root, FOLDER);
  mkdirSync(folder, { recursive: true });
  run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-keyout',
    path.join(folder, 'key.pem'),
    '-out',
    path.join(folder, 'certificate.pem'),
  ]);
  const pebble = {
    listenAddress: '127.0.0.1:14000',
    managementListenAddress: '127.0.0.1:15000',
    certificate: `${FOLDER}/certificate.pem`,
    privateKey: `${FOLDER}/key.pem`,
    httpPort: 80,
    tlsPort: 443,
  };
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ pebble }));
  appendFileSync(path.join(root, 'etc/hosts'), `127.0.0.1 localhost ${host}\n`);
  inside('apt-get install -y -q pebble');
  inside(
    `systemd-run --quiet --unit=pebble -E PEBBLE_VA_NOSLEEP=1 -E PEBBLE_WFE_NONCEREJECT=0 pebble -config ${FOLDER}/config.json`,
  );
}

/** Lines for Caddy that name the authority, which an installation does not need. */
export const AUTHORITY_OPTIONS = `{\n\tacme_ca https://localhost:14000/dir\n\tacme_ca_root ${FOLDER}/certificate.pem\n}\n`;

const WAIT = '--silent --show-error --fail --retry 60 --retry-delay 1 --retry-all-errors';

/** Fetches the page over HTTPS and believes only the authority. */
export function pageOverHttps({ inside }: Machine, host: string): string {
  inside(`curl ${WAIT} --insecure https://localhost:15000/roots/0 --output /tmp/root.pem`);
  return inside(`curl ${WAIT} --cacert /tmp/root.pem https://${host}/`);
}
