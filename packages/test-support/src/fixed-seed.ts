import { configureGlobal } from 'fast-check';

/**
 * Property tests generate the same values in every run, so that a failure has its cause in the change under test. Set
 * PARLEY_TEST_SEED to try others; a seed that fails becomes an example of its test.
 */
const seed = Number(process.env['PARLEY_TEST_SEED'] ?? 1);

configureGlobal({ seed });
