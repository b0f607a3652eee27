import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeDeb } from '../../tools/release/debian/write-deb.ts';
import { writeRepository } from '../../tools/release/debian/write-repository.ts';
import { bootMachine, prepareDebian, type Machine } from './machine.ts';
import { run } from './run.ts';
import { check, type Steps } from './steps.ts';
import { AUTHORITY_OPTIONS, pageOverHttps, startAuthority } from './tls.ts';

export type Trial = {
  readonly bundle: string;
  readonly version: string;
  readonly seconds: number;
  readonly base: string;
  readonly work: string;
};

const HOST = 'chat.example.org';
const EMAIL = 'owner@example.org';
const EXERCISE = path.join(import.meta.dirname, 'exercise.ts');

/** Installs, upgrades, returns and purges the package in a booted Debian without a network. */
export async function tryMachine(steps: Steps, trial: Trial): Promise<void> {
  const { step } = steps;
  await step('debian: bare system and its downloads (cached)', () => `Debian ${prepareDebian(trial.base)}`);
  let machine: Machine | undefined;
  await step('debian: boot', async () => {
    machine = await bootMachine(trial.base, path.join(trial.work, 'machine'));
    return `${machine.memory().toFixed(0)} MB`;
  });
  if (machine === undefined) return;
  const next = `${trial.version}+next`;
  try {
    await step('debian: repository of two versions, authority for certificates', () => {
      offer(machine as Machine, trial, next);
      return undefined;
    });
    await install(steps, machine, trial.version);
    await use(steps, machine);
    await upgrade(steps, machine, trial.version, next);
    await remove(steps, machine, trial.version);
  } finally {
    await machine.stop();
  }
}

/** The signed repository on the disk of the machine, an answer to the question of the package, and an authority. */
function offer(machine: Machine, { bundle, version, seconds, work }: Trial, next: string): void {
  const newer = path.join(work, 'newer');
  cpSync(bundle, newer, { recursive: true });
  plantMigration(path.join(newer, 'packages/server/migrations'));
  const previous = writeDeb({ bundle, directory: work, version, seconds, fast: true });
  const stable = writeDeb({ bundle: newer, directory: work, version: next, seconds, fast: true });
  const keyRing = path.join(work, 'keys');
  mkdirSync(keyRing, { mode: 0o700 });
  const key = 'Trial <trial@example.org>';
  const gpg = [
    '--homedir',
    keyRing,
    '--batch',
    '--passphrase',
    '',
    '--quick-generate-key',
    key,
    'rsa3072',
    'sign',
    '2d',
  ];
  run('gpg', gpg);
  const directory = path.join(machine.root, 'srv/apt');
  writeRepository({ directory, key: 'trial@example.org', keyRing, suites: { stable, previous } });
  const source = 'deb [signed-by=/srv/apt/parley.gpg] file:/srv/apt SUITE main\n';
  const list = path.join(machine.root, 'etc/apt/sources.list.d/parley.list');
  for (const suite of ['stable', 'previous']) appendFileSync(list, source.replace('SUITE', suite));
  const only =
    '-o Dir::Etc::sourcelist=sources.list.d/parley.list -o Dir::Etc::sourceparts=- -o APT::Get::List-Cleanup=0';
  machine.inside(`apt-get update -q ${only}`);
  machine.inside(`echo 'parley parley/host string ${HOST}' | debconf-set-selections`);
  startAuthority(machine, HOST);
}

/** A migration that the release before allows, so that the way back leads over one. */
function plantMigration(migrations: string): void {
  const text = '-- beside: 0.3.0\n-- Planted by the trial of packages.\ncreate table planted (id bigint);\n';
  writeFileSync(path.join(migrations, '9999_planted.sql'), text);
}

/** The four commands of docs/operating/install.md. */
async function install({ step }: Steps, machine: Machine, version: string): Promise<void> {
  const { inside } = machine;
  const began = performance.now();
  await step('1. apt install parley', () => {
    inside(`apt-get install -y -q parley=${version}`);
    check(inside('systemctl is-active parley').trim() === 'active', 'the service is not active');
    return `${machine.memory().toFixed(0)} MB in all processes, PostgreSQL and Caddy included`;
  });
  await step("2. echo 'import /etc/parley/Caddyfile' > /etc/caddy/Caddyfile", () => {
    writeFileSync(path.join(machine.root, 'etc/caddy/Caddyfile'), AUTHORITY_OPTIONS);
    inside("echo 'import /etc/parley/Caddyfile' >> /etc/caddy/Caddyfile");
    return undefined;
  });
  await step('3. systemctl reload caddy', () => {
    inside('systemctl reload caddy');
    return undefined;
  });
  await step('4. parley setup', () => {
    const printed = inside('parley setup');
    check(/\d/.test(printed), `no code: ${printed}`);
    return undefined;
  });
  await step('page over HTTPS, with a certificate by ACME', () => {
    check(pageOverHttps(machine, HOST).includes('<script'), 'no page');
    return `4 commands, ${((performance.now() - began) / 1000).toFixed(0)} s`;
  });
}

/** One organization with a message and a picture; commands as root, from a closed directory and from cron. */
async function use({ step }: Steps, machine: Machine): Promise<void> {
  const { inside } = machine;
  await step('parley doctor', () => {
    const said = inside('parley doctor');
    check(said.includes('All checks passed') && !said.includes('✗'), said);
    return undefined;
  });
  await step('parley from cron, and from a closed directory', () => {
    const bare = 'env -i PATH=/usr/bin:/bin /usr/bin/parley';
    check(inside(`${bare} doctor`).includes('All checks passed'), 'not from cron');
    inside('install -d -m 700 /root/closed && cd /root/closed && parley doctor');
    const refused = inside(`runuser -u nobody -- parley doctor 2>&1 || true`);
    check(refused.includes('sudo parley'), refused);
    check(/^\d/.test(inside('runuser -u nobody -- parley --version')), 'no version');
    return undefined;
  });
  await step('organization, owner, message, picture', () => {
    inside('parley realm create root --name Trial');
    inside(`parley user create --realm root --role owner --email ${EMAIL} --name Owner`);
    exercise(machine, 'write');
    return `${machine.memory().toFixed(0)} MB in all processes`;
  });
  await step('completion', () => {
    const lines =
      '. /usr/share/bash-completion/completions/parley; COMP_WORDS=(parley realm c); COMP_CWORD=2; _parley';
    const said = inside(`bash -c '${lines}; echo "\${COMPREPLY[*]}"'`);
    check(said.includes('create'), said);
    return undefined;
  });
}

async function upgrade({ step }: Steps, machine: Machine, version: string, next: string): Promise<void> {
  const { inside } = machine;
  const change = (to: string, options: string): void => {
    inside(`apt-get install -y -q ${options} parley=${to}`);
    check(inside("dpkg-query -W -f '${Version}' parley") === to, `not ${to}`);
    exercise(machine, 'read');
    check(inside('cat /etc/parley/parley.env').includes('\n# kept\n'), 'settings were changed');
  };
  await step(`apt install parley=${next}`, () => {
    inside("echo '# kept' >> /etc/parley/parley.env");
    change(next, '');
    const applied = inside(
      'runuser -u postgres -- psql -Atqc "select to_regclass(\'planted\') is not null" parley',
    );
    check(applied.trim() === 't', 'the migration was not applied');
    return undefined;
  });
  await step(`apt install parley=${version} (the way back)`, () => {
    change(version, '--allow-downgrades');
    return undefined;
  });
}

async function remove({ step }: Steps, machine: Machine, version: string): Promise<void> {
  const { inside } = machine;
  await step('apt purge parley keeps database, files and secret', () => {
    const said = inside('apt-get purge -y -q parley 2>&1');
    check(said.includes('dropdb parley'), `purge does not say how to delete the data: ${said}`);
    const rows = inside("runuser -u postgres -- psql -Atqc 'select count(*) > 0 from message' parley");
    check(rows.trim() === 't', 'the messages are gone');
    check(inside('ls -A /etc/parley /usr/lib/parley 2>/dev/null || true').trim() === '', 'files were left');
    return undefined;
  });
  await step('apt install parley again: the same messages', () => {
    inside(`apt-get install -y -q parley=${version}`);
    exercise(machine, 'read');
    check(inside('parley doctor').includes('All checks passed'), 'the doctor complains');
    return undefined;
  });
}

function exercise(machine: Machine, mode: 'write' | 'read'): void {
  const key = machine.inside(`parley user key --realm root --email ${EMAIL}`).trim();
  machine.beside(process.execPath, [EXERCISE, mode, '9800', HOST, EMAIL, key]);
}
