import { systemClock } from '../../../engine/clock.ts';
import { ConfigError, readConfig, type Config } from '../../../engine/config.ts';
import { createPool, type Pool } from '../../../engine/db/pool.ts';
import { createSealer } from '../../../engine/secrets/seal.ts';
import { explain } from '../explain.ts';
import { checkBus } from './check-bus.ts';
import { checkClock } from './check-clock.ts';
import { checkConfig } from './check-config.ts';
import { checkKeys } from './check-keys.ts';
import { checkMail, checkOutbox } from './check-mail.ts';
import { checkNode } from './check-node.ts';
import { checkPort } from './check-port.ts';
import { checkPostgres } from './check-postgres.ts';
import { checkLog, checkMigrations } from './check-shape.ts';
import { bad, good, type Finding } from './finding.ts';

/** Everything that the doctor looks at, in the order in which problems explain each other. */
export async function examine(): Promise<Finding[]> {
  const node = checkNode(process.versions.node);
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [node, bad('configuration', 'not complete', error.message.split('\n').slice(1).join('; ').trim())];
  }
  return [
    node,
    good('configuration', 'complete'),
    ...checkConfig(config),
    ...(await examineDatabase(config)),
    await checkBus(config),
    await checkMail(config),
    await checkPort(config),
  ];
}

const CONNECTIONS = 2;

async function examineDatabase(config: Config): Promise<Finding[]> {
  const pool = createPool({ url: config.database.url, connections: CONNECTIONS }, () => {});
  const findings: Finding[] = [];
  try {
    findings.push(...(await checkPostgres(pool, config)), await checkClock(pool, systemClock));
    findings.push(...(await examineShape(pool, config)));
  } catch (error) {
    findings.push(bad('PostgreSQL', 'cannot be looked at', explain(error)));
  } finally {
    await pool.end();
  }
  return findings;
}

/** In a database of the wrong shape there is nothing further to look at. */
async function examineShape(pool: Pool, config: Config): Promise<Finding[]> {
  const migrations = await checkMigrations(pool);
  if (migrations.mark === 'bad') return [migrations];
  return [
    migrations,
    ...(await checkLog(pool)),
    await checkKeys(pool, createSealer(config.secret)),
    await checkOutbox(pool),
  ];
}
