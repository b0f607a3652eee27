import { createProgram } from '@parley/server/app/cli/program.ts';
import { explain } from '@parley/server/app/cli/explain.ts';
import { vi } from 'vitest';
import type { Ended } from './command.ts';

type Program = ReturnType<typeof createProgram>;

/** Runs the `parley` command in this process, with nothing in its environment but what is given: loading all modules takes longer. */
export async function runProgram(
  args: readonly string[],
  given: Readonly<Record<string, string>>,
): Promise<Ended> {
  const own = process.env;
  const out: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out.push(String(text));
    return true;
  });
  process.env = { ...given };
  try {
    await throwing(createProgram()).parseAsync(args, { from: 'user' });
    return { code: Number(process.exitCode ?? 0), signal: null, out: out.join(''), err: '' };
  } catch (error) {
    return { code: 1, signal: null, out: out.join(''), err: `parley: ${explain(error)}\n` };
  } finally {
    process.env = own;
    process.exitCode = undefined;
    write.mockRestore();
  }
}

/** The command, which throws where it would end the process. */
function throwing(command: Program): Program {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  for (const subcommand of command.commands) throwing(subcommand);
  return command;
}
