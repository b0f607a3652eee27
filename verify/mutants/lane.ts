import { createVitest, type TestModule } from 'vitest/node';

/** A request to run suites after a file has changed, and its result. */
export type LaneRequest = { readonly changed: string; readonly suites: readonly string[] };
export type LaneResult = {
  /** The first failed suite and its test; undefined if all passed. */
  readonly failed?: { readonly suite: string; readonly test: string };
  readonly error?: string;
};

// One Vitest stays open in the copy of the repository, so only the changed file is transformed again.
const vitest = await createVitest('test', { watch: false, bail: 1, reporters: [{}] });
await vitest.standalone();

/** The file of the mutant before, which has its original text again. */
let restored: string | undefined;

async function run({ changed, suites }: LaneRequest): Promise<LaneResult> {
  for (const file of [restored, changed])
    if (file !== undefined) vitest.invalidateFile(`${process.cwd()}/${file}`);
  restored = changed;
  const found = await vitest.globTestSpecifications([...suites]);
  if (found.length < suites.length) return { error: `Some suites do not exist: ${suites.join(', ')}` };
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(found);
  // The result contains the suites of earlier runs too.
  const failed = testModules.find((module) => suites.includes(module.relativeModuleId) && !module.ok());
  if (failed !== undefined) return { failed: failureOf(failed) };
  if (unhandledErrors.length === 0) return {};
  return { failed: { suite: suites[0] ?? '', test: 'an error that no test caught' } };
}

function failureOf(module: TestModule): { suite: string; test: string } {
  const [test] = module.children.allTests('failed');
  return { suite: module.relativeModuleId, test: test?.fullName ?? 'the file cannot be loaded' };
}

process.on('message', (request: LaneRequest) => {
  run(request).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.once('disconnect', () => {
  void vitest.close().finally(() => process.exit(0));
});
process.send?.('ready');
