import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from './run.ts';
import { check } from './steps.ts';

export type Machine = {
  readonly root: string;
  /** Runs a line of shell inside, as root. */
  readonly inside: (line: string) => string;
  /** Runs a program of this machine in the network of the other. */
  readonly beside: (command: string, args: readonly string[]) => string;
  /** Memory of all processes, shared pages counted once, in MB. */
  readonly memory: () => number;
  readonly stop: () => Promise<void>;
};

const NSPAWN = ['--quiet', '--register=no', '--keep-unit', '--link-journal=no'];
/** Packages of Debian that installations fetch; a machine on trial has no network. */
const FETCHED = ['postgresql', 'caddy', 'pebble'];
const MIRROR = 'http://deb.debian.org/debian';

/** Makes a bare Debian with systemd, once, and fetches the packages that an installation needs. */
export function prepareDebian(base: string): string {
  if (!existsSync(path.join(base, 'etc/debian_version'))) {
    const include = '--include=systemd,systemd-sysv,dbus,ca-certificates,curl,cron';
    run('debootstrap', ['--variant=minbase', include, 'bookworm', base, MIRROR]);
  }
  const archives = path.join(base, 'var/cache/apt/archives');
  if (!FETCHED.every((name) => readdirSync(archives).some((file) => file.startsWith(`${name}_`)))) {
    const line = `apt-get update -q && apt-get install -y -q --download-only ${FETCHED.join(' ')}`;
    run('systemd-nspawn', [
      ...NSPAWN,
      '--pipe',
      '--resolv-conf=copy-host',
      `--directory=${base}`,
      'sh',
      '-c',
      line,
    ]);
  }
  return readFileSync(path.join(base, 'etc/debian_version'), 'utf8').trim();
}

const BOOT_TRIES = 600;

/** Boots a copy of the bare Debian, with a network of its own that leads nowhere. */
export async function bootMachine(base: string, root: string): Promise<Machine> {
  run('cp', ['--archive', '--reflink=auto', base, root]);
  const manager = spawn(
    'systemd-nspawn',
    [
      ...NSPAWN,
      '--boot',
      '--private-network',
      '--console=read-only',
      `--directory=${root}`,
      '--machine=parley-trial',
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => manager.once('exit', resolve));
  const stop = async (): Promise<void> => {
    manager.kill('SIGTERM');
    const late = setTimeout(() => manager.kill('SIGKILL'), 30_000);
    await ended;
    clearTimeout(late);
  };
  try {
    const leader = await leaderOf(manager.pid ?? 0);
    const machine = machineOf(leader, root, stop);
    await untilBooted(machine);
    return machine;
  } catch (error) {
    await stop();
    throw error;
  }
}

function machineOf(leader: number, root: string, stop: () => Promise<void>): Machine {
  const enter = ['--target', String(leader), '--mount', '--uts', '--ipc', '--pid', '--net', '--root', '--'];
  const settings = [
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    'HOME=/root',
    'DEBIAN_FRONTEND=noninteractive',
    'LANG=C.UTF-8',
  ];
  return {
    root,
    inside: (line) =>
      run('nsenter', [...enter, '/usr/bin/env', '-i', '-C', '/root', ...settings, 'sh', '-c', line]),
    beside: (command, args) => run('nsenter', ['--target', String(leader), '--net', '--', command, ...args]),
    memory: () => memoryOf(leader),
    stop,
  };
}

async function leaderOf(manager: number): Promise<number> {
  for (let tries = 0; tries < BOOT_TRIES; tries += 1) {
    const [child = ''] = childrenOf(manager);
    if (child !== '' && readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'systemd')
      return Number(child);
    await pause(100);
  }
  check(false, 'systemd did not start');
  return 0;
}

async function untilBooted(machine: Machine): Promise<void> {
  for (let tries = 0; tries < BOOT_TRIES; tries += 1) {
    // A machine with a failed unit is "degraded", which its exit status tells too.
    const state = machine.inside('systemctl is-system-running 2>/dev/null || true').trim();
    if (state === 'running' || state === 'degraded') return;
    await pause(100);
  }
  check(false, 'the machine did not boot');
}

function childrenOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

const KILOBYTES_PER_MB = 1e6 / 1024;

function memoryOf(pid: number | string): number {
  const own = memoryOfOne(pid);
  return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), own);
}

function memoryOfOne(pid: number | string): number {
  try {
    const [, kilobytes = '0'] =
      /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes) / KILOBYTES_PER_MB;
  } catch {
    return 0;
  }
}
