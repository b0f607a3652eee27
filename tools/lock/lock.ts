type Entry = {
  version?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, Entry> };

/** Optional dependencies that are missing in the lock. */
export function missingFrom({ packages }: Lock): { name: string; version: string }[] {
  const missing = new Map<string, string>();
  for (const [at, { optionalDependencies = {} }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies))
      if (!isReachable(packages, at, name)) missing.set(name, version);
  return [...missing].map(([name, version]) => ({ name, version }));
}

function isReachable(packages: Lock['packages'], from: string, name: string): boolean {
  if (`${from === '' ? '' : `${from}/`}node_modules/${name}` in packages) return true;
  if (from === '') return false;
  return isReachable(packages, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)), name);
}

/** Paths in the lock of registry packages without an integrity hash. */
export function withoutIntegrity({ packages }: Lock): string[] {
  return Object.entries(packages)
    .filter(([at, { integrity, link }]) => isInstalled(at) && link !== true && integrity === undefined)
    .map(([at]) => at);
}

function isInstalled(at: string): boolean {
  return at.includes('node_modules/');
}

/** Package name of a path in the lock. */
export function packageAt(at: string): string {
  return at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Binary packages carry their platform in the name. */
export function lockEntryOf(name: string, version: string): Entry {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((word) => words.includes(word));
  const cpu = PROCESSORS.filter((word) => words.includes(word));
  if (cpu.length !== 1) throw new Error(`Which processor is ${name} for?`);
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : ['glibc'];
  return {
    version,
    cpu,
    dev: true,
    ...(os.includes('linux') ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}
