/** `npm run fuzz -- [name] [options]`: the fuzzers live in tools/fuzz; the first word chooses one. */
const args = process.argv.slice(2);
const named = args[0] !== undefined && !args[0].startsWith('-');
const name = named ? args[0] : 'api';
const { default: run } = (await import(`./fuzz/${name}.ts`)) as {
  default: (args: string[]) => Promise<void>;
};
await run(named ? args.slice(1) : args);
