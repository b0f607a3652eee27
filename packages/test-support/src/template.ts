import { createTestDatabase } from './database.ts';

/** Before the tests of a run: the database that all of theirs are copies of. Answers what drops it after them. */
export default async (): Promise<() => Promise<void>> => {
  const template = await createTestDatabase();
  process.env['PARLEY_TEST_TEMPLATE'] = template.name;
  return () => template.drop();
};
