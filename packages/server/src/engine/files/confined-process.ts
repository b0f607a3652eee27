import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Memory of the process: JavaScript, and everything with the decoded picture. Node.js itself reserves 650 MiB of it. */
const MAX_HEAP_MIB = 128;
const MAX_MEMORY_KIB = 1_536 * 1_024;

/**
 * Starts a program that handles untrusted files. The shell limits its memory. Its JavaScript reads this package and the
 * installed libraries only, writes nothing and starts nothing; it does not get the environment, which contains secrets.
 */
export function startConfinedProcess(program: string): ChildProcess {
  const options = [
    `--max-old-space-size=${MAX_HEAP_MIB}`,
    '--permission',
    '--allow-addons',
    ...readableFolders().map((folder) => `--allow-fs-read=${folder}`),
  ];
  const command = `ulimit -d ${MAX_MEMORY_KIB}; exec "$@"`;
  return spawn('/bin/sh', ['-c', command, 'sh', process.execPath, ...options, program], {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function readableFolders(): string[] {
  const library = createRequire(import.meta.url).resolve('sharp');
  const modules = `${path.sep}node_modules${path.sep}`;
  return [
    fileURLToPath(new URL('../../../', import.meta.url)),
    library.slice(0, library.lastIndexOf(modules) + modules.length),
  ];
}
