/** `npm run bench -- <name> [options]`: each figure stands beside the bare engine, measured in the same run. */
const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  process.stderr.write(
    'Which figure? npm run bench -- send | fanout | read | deliver | day | morning | presence | markdown\n',
  );
  process.exit(2);
}
const { default: run } = (await import(`./${name}.ts`)) as { default: (args: string[]) => Promise<void> };
await run(args);
