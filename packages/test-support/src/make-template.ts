import { createTestDatabase, runOnServer } from './database.ts';

/** Makes the database that `PARLEY_TEST_TEMPLATE` names, once for all runs beside a PostgreSQL. */
const [, , name = 'parley_template'] = process.argv;
const made = await createTestDatabase();
await runOnServer(`alter database ${made.name} rename to ${name}`);
