import { explainConnectionsErrors } from './connections-error.ts';
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';

/** An option of a command; `value` names what it takes, and a `number` is checked. */
type Option = ParseArgsOptionDescriptor & { readonly help: string; readonly value?: string };
type Options = Readonly<Record<string, Option>>;

export type Command<O extends Options> = {
  /** The command as it is typed, without options: `npm run chaos`. */
  readonly name: string;
  /** One or two sentences about the purpose of the command. */
  readonly summary: string;
  readonly options: O;
  /** Positional arguments, by the name that the usage shows. */
  readonly positionals?: Readonly<Record<string, string>>;
  /** Names that the first positional argument can have. */
  readonly subcommands?: Readonly<Record<string, string>>;
  readonly example: string;
};

type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; allowNegative: true }>
>;

export type CommandLine<O extends Options> = Pick<Parsed<O>, 'values' | 'positionals'> & {
  /** Ends the process with a sentence, the usage and exit code 2. */
  readonly fail: (sentence: string) => never;
};

/** Reads the arguments of a command; `--help` and arguments that the command does not have end the process. */
export function readCommandLine<const O extends Options>(
  command: Command<O>,
  args: readonly string[] = process.argv.slice(2),
): CommandLine<O> {
  explainConnectionsErrors();
  const parsed = parseCommandLine(command, args);
  if (parsed.kind === 'parsed')
    return { ...parsed.result, fail: (sentence) => end(2, `${sentence}\n\n${usageOf(command)}`) };
  if (parsed.kind === 'help') return end(0, usageOf(command));
  return end(2, `${parsed.sentence}\n\n${usageOf(command)}`);
}

type Outcome<O extends Options> =
  | { readonly kind: 'parsed'; readonly result: Pick<Parsed<O>, 'values' | 'positionals'> }
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly sentence: string };

export function parseCommandLine<const O extends Options>(
  command: Command<O>,
  args: readonly string[],
): Outcome<O> {
  const takesPositionals = command.positionals !== undefined || command.subcommands !== undefined;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...command.options, help: { type: 'boolean' } },
      allowPositionals: takesPositionals,
      allowNegative: true,
    });
    if ((values as { help?: boolean }).help === true) return { kind: 'help' };
    const invalid = invalidNumber(command.options, values);
    if (invalid !== undefined) return { kind: 'invalid', sentence: invalid };
    return { kind: 'parsed', result: { values, positionals } };
  } catch (error) {
    return { kind: 'invalid', sentence: firstSentence(error) };
  }
}

export function usageOf<O extends Options>(command: Command<O>): string {
  const { name, summary, positionals = {}, subcommands = {}, example } = command;
  const options: readonly (readonly [string, Option])[] = [
    ...Object.entries(command.options),
    ['help', { type: 'boolean', help: 'print this text' }],
  ];
  const positionalNames = Object.keys(positionals).map((positional) => ` [${positional}]`);
  return [
    `Usage: ${name} -- [options]${positionalNames.join('')}`,
    `\n${summary}`,
    ...section('Commands', Object.entries(subcommands)),
    ...section('Arguments', Object.entries(positionals)),
    ...section(
      'Options',
      options.map(([option, described]) => [optionSyntax(option, described), optionHelp(described)]),
    ),
    `\nExample:\n  ${example}\n`,
  ].join('\n');
}

function optionSyntax(name: string, { type, value = 'text' }: Option): string {
  return type === 'boolean' ? `--${name}` : `--${name} <${value}>`;
}

function optionHelp({ help, default: fallback }: Option): string {
  if (fallback === undefined || fallback === false || fallback === '') return help;
  return `${help} (default: ${String(fallback)})`;
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return [`\n${title}:`, ...rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`)];
}

function invalidNumber(options: Options, values: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, { value }] of Object.entries(options)) {
    const given = values[name];
    if (typeof given !== 'string') continue;
    const numbers = value === 'number' ? [given] : value === 'numbers' ? given.split(',') : [];
    if (numbers.some((text) => !/^\d+(\.\d+)?$/.test(text)))
      return `Option --${name} takes ${value === 'number' ? 'a number' : 'numbers separated by commas'}, not '${given}'.`;
  }
  return undefined;
}

/** `parseArgs` adds advice after its first sentence that does not apply to `npm run`. */
function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${(message.split(/\.\s/)[0] ?? message).replace(/\.$/, '')}.`;
}

function end(code: 0 | 2, text: string): never {
  (code === 0 ? process.stdout : process.stderr).write(text);
  process.exit(code);
}
