import { createTestDatabase } from './database.ts';

/**
 * Before the tests of a run: the database that all of theirs are copies of, if there is none. Answers what drops it after
 * them.
 */
export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env['PARLEY_TEST_TEMPLATE'] !== undefined) return undefined;
  const template = await createTestDatabase();
  process.env['PARLEY_TEST_TEMPLATE'] = template.name;
  return () => template.drop();
};
