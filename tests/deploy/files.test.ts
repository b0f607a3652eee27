import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readConfig } from '@parley/server/engine/config.ts';
import { afterAll, expect, test } from 'vitest';
import { adaptProxyFile, makeCertificate } from '../support/proxies.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const DEPLOY = path.join(ROOT, 'deploy');
const NODE_OF_PACKAGE = '/usr/lib/parley/bin/node';

const work = mkdtempSync(path.join(tmpdir(), 'parley-deploy-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

function read(file: string): string {
  return readFileSync(path.join(DEPLOY, file), 'utf8');
}

/** Writes a file of deploy/ into the directory of the test, with places of this machine. */
function adapted(file: string, change: (text: string) => string): string {
  const target = path.join(work, path.basename(file));
  writeFileSync(target, change(read(file)));
  return target;
}

/** The exit status of a program and all that it says. */
function outcomeOf(command: string, ...args: readonly string[]) {
  const env = {
    PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/bin',
    XDG_DATA_HOME: work,
    XDG_CONFIG_HOME: work,
    PARLEY_EXTERNAL_HOST: 'chat.example.org',
    TERM: 'dumb',
  };
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', cwd: work, env });
  return { status: error?.message ?? status, said: `${stdout}${stderr}` };
}

function shell(file: string) {
  // Lines of debconf's own module are not followed.
  return outcomeOf('shellcheck', '--exclude=SC1091', path.join(DEPLOY, file));
}

function compose(file: string) {
  // The proxy's ports are for everybody.
  const program = path.join(ROOT, 'node_modules/dclint/bin/dclint.cjs');
  return outcomeOf(process.execPath, program, file, '--quiet', '--disable-rule=no-unbound-port-interfaces');
}

function unit(file: string, name: string) {
  const target = adapted(file, (text) =>
    text.replace(NODE_OF_PACKAGE, process.execPath).replace(/^Documentation=.*\n/m, ''),
  );
  return outcomeOf('systemd-analyze', 'verify', path.join(path.dirname(target), name));
}

function haproxy(file: string) {
  const map = path.join(work, 'cells.map');
  writeFileSync(map, '');
  const target = adapted(file, (text) => text.replaceAll('/etc/haproxy/cells.map', map));
  return outcomeOf('haproxy', '-c', '-f', target);
}

function fail2ban() {
  const folder = path.join(work, 'fail2ban');
  cpSync('/etc/fail2ban', folder, { recursive: true });
  for (const other of globSync(path.join(folder, 'jail.d/*'))) rmSync(other);
  cpSync(path.join(DEPLOY, 'fail2ban/parley.conf'), path.join(folder, 'filter.d/parley.conf'));
  cpSync(path.join(DEPLOY, 'fail2ban/jail.conf'), path.join(folder, 'jail.d/parley.conf'));
  return outcomeOf('fail2ban-client', '-c', folder, '-t');
}

const CHECKS: Readonly<
  Record<string, () => { readonly status: number | string | null; readonly said: string }>
> = {
  Caddyfile: () =>
    outcomeOf('caddy', 'validate', '--adapter', 'caddyfile', '--config', path.join(DEPLOY, 'Caddyfile')),
  'nginx.conf': () => {
    makeCertificate(work);
    const place = { directory: work, port: 8443, node: '127.0.0.1:9800' };
    const target = adapted('nginx.conf', (text) => adaptProxyFile('nginx', text, place));
    return outcomeOf('nginx', '-t', '-p', work, '-e', 'stderr', '-c', target);
  },
  'haproxy.cfg': () => haproxy('haproxy.cfg'),
  'haproxy-cells.cfg': () => haproxy('haproxy-cells.cfg'),
  'haproxy-compose.cfg': () => haproxy('haproxy-compose.cfg'),
  'parley.service': () => unit('parley.service', 'parley.service'),
  'parley@.service': () => unit('parley@.service', 'parley@9801.service'),
  'compose.yaml': () => compose(path.join(DEPLOY, 'compose.yaml')),
  'compose.instances.yaml': () => compose(path.join(DEPLOY, 'compose.instances.yaml')),
  'debian/config': () => shell('debian/config'),
  'debian/parley': () => shell('debian/parley'),
  'debian/postinst': () => shell('debian/postinst'),
  'debian/postrm': () => shell('debian/postrm'),
  'debian/prerm': () => shell('debian/prerm'),
  'fail2ban/jail.conf': fail2ban,
  'prometheus/alerts.yml': () =>
    outcomeOf('promtool', 'check', 'rules', path.join(DEPLOY, 'prometheus/alerts.yml')),
};

/** Files that the tests of this folder or the package on trial check in another way. */
const ELSEWHERE = {
  Dockerfile: 'its directory is the bundle of npm run packages; a test cannot fetch its base',
  'debian/parley.env': 'the settings are read below',
  'debian/templates': 'debconf asks it in the machine of npm run packages',
  'fail2ban/parley.conf': 'lines of log-ins are found below',
  'grafana/parley.json': 'tests/metrics.pg.test.ts compares its metrics; no Grafana is in Debian',
  'prometheus/alerts.test.yml': 'tests/metrics.pg.test.ts runs it',
};

test('every file of deploy/ has a check', () => {
  const files = globSync('**/*', { cwd: DEPLOY, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(DEPLOY, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('kubernetes/'));
  expect(files.toSorted()).toEqual([...Object.keys(CHECKS), ...Object.keys(ELSEWHERE)].toSorted());
});

test.each(Object.entries(CHECKS))('%s is accepted by its program', (_file, check) => {
  const { status, said } = check();
  expect({ status, said: status === 0 ? '' : said }).toEqual({ status: 0, said: '' });
});

test('the programs refuse mistakes', () => {
  const name = 'mistake.service';
  writeFileSync(path.join(work, name), '[Service]\nType=notfy\nExecStart=/nowhere\n');
  expect(outcomeOf('systemd-analyze', 'verify', path.join(work, name)).status).toBe(1);
  const file = path.join(work, 'compose.yaml');
  writeFileSync(file, `${read('compose.yaml')}\nsevices: {}\n`);
  expect(compose(file)).toMatchObject({ status: 1, said: expect.stringContaining('additionalProperties') });
});

const FAILED_LOG_IN = {
  level: 40,
  time: 1763481600123,
  pid: 17,
  node: 'chat:9800',
  request: 'k3f9x2a-1z',
  address: '203.0.113.7',
  organization: 'acme',
  reason: 'AUTHENTICATION_FAILED',
  msg: 'log-in failed',
};

test('fail2ban finds the address of a failed log-in, and nothing in other lines', () => {
  const find = (line: object): string =>
    outcomeOf('fail2ban-regex', JSON.stringify(line), path.join(DEPLOY, 'fail2ban/parley.conf')).said;
  expect(find(FAILED_LOG_IN)).toMatch(/1 matched, 0 missed/);
  expect(find({ ...FAILED_LOG_IN, msg: 'request' })).toMatch(/0 matched, 1 missed/);
});

test('the settings of the package are accepted', () => {
  const filled = read('debian/parley.env')
    .replace('@PORT@', '5432')
    .replace('@SECRET@', 'x'.repeat(64))
    .replace('@HOST@', 'chat.example.org');
  expect(readConfig(parseEnv(filled)).hosts.external).toBe('chat.example.org');
});
