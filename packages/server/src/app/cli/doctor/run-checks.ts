import { systemClock } from '../../../engine/clock.ts';
import { ConfigError } from '../../../engine/config-error.ts';
import { readConfig, type Config } from '../../../engine/config.ts';
import { createPool, type Pool } from '../../../engine/db/pool.ts';
import { createSealer } from '../../../engine/secrets/seal.ts';
import { explain } from '../explain.ts';
import { checkBus } from './check-bus.ts';
import { checkClock } from './check-clock.ts';
import { checkConfig } from './check-config.ts';
import { checkEpoch } from './check-epoch.ts';
import { checkFaults } from './check-faults.ts';
import { checkFiles } from './check-files.ts';
import { checkKeys } from './check-keys.ts';
import { checkMail, checkOutbox } from './check-mail.ts';
import { checkNames } from './check-names.ts';
import { checkNode } from './check-node.ts';
import { checkBreachedPasswords } from './check-passwords.ts';
import { checkOtherPorts, checkPort, isServed } from './check-port.ts';
import { checkPostgres } from './check-postgres.ts';
import { checkSignOn } from './check-provider.ts';
import { checkPreviews } from './check-previews.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { checkSealingKeys } from './check-secret.ts';
import { checkLog, checkMigrations } from './check-schema.ts';
import { checkWrites } from './check-writes.ts';
import { failed, passed, type CheckResult } from './check-result.ts';

/** Runs all checks, causes before consequences. */
export async function runChecks(): Promise<CheckResult[]> {
  const node = checkNode(process.versions.node);
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      node,
      failed('configuration', 'incomplete', error.message.split('\n').slice(1).join('; ').trim()),
    ];
  }
  return [
    node,
    passed('configuration', 'complete'),
    checkNames(),
    ...checkConfig(config),
    await checkSignOn(config),
    ...(await checkDatabase(config)),
    ...(await checkFiles(config)),
    ...(await checkBreachedPasswords(config)),
    await checkBus(config),
    await checkMail(config),
    ...(await checkAddresses(config)),
    await checkFaults(config, systemClock.now() / 1000),
  ];
}

/** The public address can only answer while a server runs. */
async function checkAddresses(config: Config): Promise<CheckResult[]> {
  const port = await checkPort(config);
  return isServed(port) ? [port, await checkPublicUrl(config)] : [port, ...(await checkOtherPorts(config))];
}

const MAX_CONNECTIONS = 2;

async function checkDatabase(config: Config): Promise<CheckResult[]> {
  const pool = createPool({ url: config.database.url, connections: MAX_CONNECTIONS }, () => {});
  const results: CheckResult[] = [];
  try {
    results.push(...(await checkPostgres(pool, config)), await checkClock(pool, systemClock));
    results.push(...(await checkWrites(pool)));
    results.push(...(await checkSchema(pool, config)));
  } catch (error) {
    results.push(failed('PostgreSQL', 'check failed', explain(error)));
  } finally {
    await pool.end();
  }
  return results;
}

/** The other checks query tables, which exist only after all migrations were applied. */
async function checkSchema(pool: Pool, config: Config): Promise<CheckResult[]> {
  const migrations = await checkMigrations(pool);
  if (migrations.status === 'failed') return [migrations];
  const sealer = createSealer(config.secret, config.previousSecret);
  return [
    migrations,
    await checkEpoch(pool),
    ...(await checkLog(pool)),
    await checkSealingKeys(pool, sealer),
    await checkKeys(pool, sealer),
    await checkOutbox(pool),
    await checkPreviews(pool, config),
  ];
}
