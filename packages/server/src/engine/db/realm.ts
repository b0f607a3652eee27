import type { Selectable } from 'kysely';
import { ApiError } from '../api-error.ts';
import { pause, systemClock } from '../clock.ts';
import type { Schema } from './schema.ts';
import { q, sql, type Reader } from './sql.ts';
import type { Tx } from './tx.ts';

export type RealmRow = Selectable<Schema['realm']>;

/** Waits for an organization that is arriving. Throws if it lives in another cell. */
export async function findRealm(reader: Reader, subdomain: string): Promise<RealmRow | undefined> {
  const find = () => reader.first(q.selectFrom('realm').selectAll().where('subdomain', '=', subdomain));
  return (await find()) ?? ((await hasArrived(reader, subdomain)) ? find() : undefined);
}

/** Seconds after which a client may retry if the new address of an organization is the same. */
const RETRY_SECONDS = 1;
/** The balancer leads to the new cell just before the organization arrives there. */
const MAX_ARRIVAL_MS = 3_000;
const ARRIVAL_CHECK_MS = 50;

const arrivals = new WeakMap<Reader, Map<string, Promise<boolean>>>();

/**
 * Whether an organization that was not here has arrived in this cell meanwhile; all requests wait for it together. Throws
 * with the address of one that lives in another cell.
 */
export function hasArrived(reader: Reader, subdomain: string): Promise<boolean> {
  const waits = arrivals.get(reader) ?? new Map<string, Promise<boolean>>();
  arrivals.set(reader, waits);
  const known = waits.get(subdomain);
  if (known !== undefined) return known;
  const waiting = waitForArrival(reader, subdomain).finally(() => waits.delete(subdomain));
  waits.set(subdomain, waiting);
  return waiting;
}

async function waitForArrival(reader: Reader, subdomain: string): Promise<boolean> {
  const end = systemClock.monotonic() + MAX_ARRIVAL_MS;
  for (let oldUrl: string | undefined; ;) {
    const transfer = await reader.first(
      q.selectFrom('realm_transfer').select(['state', 'url']).where('subdomain', '=', subdomain),
    );
    if (transfer === undefined) return isHereNow(reader, subdomain, oldUrl);
    const { state, url } = transfer;
    if (state === 'departed' || systemClock.monotonic() > end) throw movedError(url);
    oldUrl = url;
    await pause(systemClock, ARRIVAL_CHECK_MS);
  }
}

/** An arrival may have ended between the look-up that missed the organization and the first check; or it was given up. */
async function isHereNow(reader: Reader, subdomain: string, oldUrl: string | undefined): Promise<boolean> {
  const realm = await reader.first(q.selectFrom('realm').select('moves').where('subdomain', '=', subdomain));
  if (realm !== undefined) return oldUrl !== undefined || realm.moves > 0;
  if (oldUrl !== undefined) throw movedError(oldUrl);
  return false;
}

function movedError(url: string): ApiError {
  return new ApiError('ORGANIZATION_MOVED', `The organization lives at ${url}.`, {
    extra: { url, 'retry-after': RETRY_SECONDS },
  });
}

/** The error of a request that began before its organization departed to another cell; the next one is told so. */
export function movingError(): ApiError {
  return new ApiError('UNAVAILABLE', 'The organization is moving. Try again soon.', {
    extra: { 'retry-after': RETRY_SECONDS },
  });
}

/** Reads and locks the organization until the transaction ends. */
export async function lockRealm(tx: Tx): Promise<RealmRow> {
  const row = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId).forNoKeyUpdate());
  if (row === undefined) throw new Error(`Organization ${tx.realmId} does not exist.`);
  return row;
}

/** Tables whose rows are limited per organization. */
type CountedTable = 'channel' | 'channel_folder' | 'realm_domain';

/** Counts the rows of an organization; the caller has locked it, so that the count stays correct. */
export async function countOfRealm(tx: Tx, table: CountedTable): Promise<number> {
  const row = await tx.first(
    sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(table)} where realm_id = ${tx.realmId}`,
  );
  return row?.count ?? 0;
}

const LIMITED_PLAN = 2;

/** Whether the plan of the organization excludes some operations. */
export function isLimited(realm: Pick<RealmRow, 'plan_type'>): boolean {
  return realm.plan_type === LIMITED_PLAN;
}
