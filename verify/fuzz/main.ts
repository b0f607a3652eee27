import { readCommandLine } from '@parley/test-support/command-line.ts';

type Fuzzer = (args: readonly string[]) => Promise<void>;

/** Only the chosen fuzzer is loaded. */
const FUZZERS: Readonly<Record<string, () => Promise<Fuzzer>>> = {
  api: async () => (await import('./api.ts')).fuzzApi,
  markdown: async () => (await import('./markdown.ts')).fuzzMarkdown,
};

const COMMAND = {
  name: 'npm run fuzz -- [command]',
  summary: 'Sends generated input to the server and reports every crash, hang and undeclared response.',
  subcommands: {
    api: 'requests made from the contract (the default; takes its options without the name)',
    markdown: 'message texts',
  },
  options: {},
  example: 'npm run fuzz -- api --help',
} as const;

const args = process.argv.slice(2);
const [first = ''] = args;
const load = FUZZERS[first.startsWith('-') || first === '' ? 'api' : first];
if (first === '--help' || load === undefined) {
  const { fail } = readCommandLine(COMMAND);
  fail(`There is no fuzzer '${first}'.`);
} else {
  const run = await load();
  await run(first.startsWith('-') ? args : args.slice(1));
}
