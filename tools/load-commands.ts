import path from 'node:path';

/** How a command ended, and the text that it wrote. */
export type Ended = {
  readonly command: string;
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
};

/** Thrown in place of leaving the process. */
class ExitError extends Error {
  override readonly name = 'ExitError';
  readonly code: number;
  constructor(code: number) {
    super(`The command ended with exit code ${code}.`);
    this.code = code;
  }
}

// Commands share most of their modules: one process that runs them in turn loads each module once.
const [argument = '', ...commands] = process.argv.slice(2);
const print = process.stdout.write.bind(process.stdout);
process.exit = (code) => {
  throw new ExitError(Number(code ?? 0));
};
const results: Ended[] = [];
for (const command of commands) results.push(await load(command));
print(JSON.stringify(results));

async function load(command: string): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    process[stream].write = (chunk: string | Uint8Array) => {
      written[stream] += String(chunk);
      return true;
    };
  process.argv = [process.execPath, path.resolve(command), argument];
  try {
    await import(path.resolve(command));
    return { command, code: undefined, ...written };
  } catch (error) {
    if (error instanceof ExitError) return { command, code: error.code, ...written };
    return { command, code: undefined, stdout: written.stdout, stderr: `${written.stderr}${String(error)}` };
  }
}
