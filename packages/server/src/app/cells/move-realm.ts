import { pause, type Clock } from '../../engine/clock.ts';
import type { Config } from '../../engine/config.ts';
import { checkMove, mebibytes, type RealmMove, type Size } from './check.ts';
import { deleteRows } from './clean.ts';
import { compareCopies, compareSnapshots } from './compare.ts';
import { catchUp, copyLive, cutLink } from './copy.ts';
import { copyFiles, deleteFiles } from './files.ts';
import { setInMap } from './map.ts';
import { addressIn, connectSide, MoveError, type Side } from './sides.ts';
import { liveTables } from './tables.ts';
import { arrive, checkEpochs, depart, epochOf, stopClaims, stopWrites } from './switch.ts';

export type MoveOptions = {
  readonly subdomain: string;
  readonly to: number;
  /** Checks only. */
  readonly dryRun: boolean;
  readonly report: (line: string) => void;
  readonly clock: Clock;
};

/** Nodes notice within a second that an organization has departed; requests that began before it end within this time. */
const GRACE_MS = 3_000;

/** Requests that the balancer has sent to a cell reach a node within this time. */
const ROUTING_MS = 50;

/**
 * Moves an organization to another cell while it is in use. A failure before `depart` leaves it in the old cell; after
 * it, a repetition of the command completes the move.
 */
export async function moveRealm(config: Config, options: MoveOptions): Promise<void> {
  if (options.to === config.cell.number)
    throw new MoveError(
      `This is cell ${options.to}. Run the command with the configuration of the old cell.`,
    );
  const source = await connectSide(config, config.cell.number);
  const target = await connectSide(config, options.to).catch(async (error: unknown) => {
    await source.end();
    throw error;
  });
  try {
    await run(config, source, target, options);
  } finally {
    // The locks end with the connection.
    await Promise.all([source.end().catch(() => {}), target.end().catch(() => {})]);
  }
}

async function run(config: Config, source: Side, target: Side, options: MoveOptions): Promise<void> {
  const { subdomain, report, dryRun, clock } = options;
  const [realm] = await source.all<{ id: string }>('select id from realm where subdomain = $1', [subdomain]);
  const [departed] = await source.all<{
    realm_id: string;
    cell: number;
    is_clean: boolean;
    target_epoch: string;
  }>(
    `select realm_id, cell, is_clean, target_epoch from realm_transfer where subdomain = $1 and state = 'departed'`,
    [subdomain],
  );
  const realmId = Number(realm?.id ?? departed?.realm_id ?? 0);
  const move: RealmMove = { realmId, subdomain, source, target, report, clock };
  if (realm !== undefined) {
    const size = await checkMove(move);
    report(`${size.rows} rows, ${mebibytes(size.bytes)} MiB, to cell ${target.number}`);
    if (dryRun) return report('All checks passed. Nothing was changed.');
    await transfer(config, move, size);
  } else if (departed?.cell !== target.number)
    throw new MoveError(
      `The organization is not in cell ${source.number}${departed === undefined ? '' : `, but in cell ${departed.cell}`}.`,
    );
  else if (departed.is_clean) return report(`The organization lives in cell ${target.number} already.`);
  else {
    report('An earlier move is completed.');
    if (dryRun) return;
    await complete(config, move, departed.target_epoch);
  }
  await finish(config, move);
}

/**
 * Everything up to the arrival. Only `compareSnapshots` and the steps between `stopWrites` and `arrive` delay writes. The
 * replication may stay until the old cell is cleaned, because nobody writes to the copy there any more, and late rows are
 * not replicated.
 */
async function transfer(config: Config, move: RealmMove, size: Size): Promise<void> {
  const { source, target, subdomain, report, clock } = move;
  const epochs = [await epochOf(source), await epochOf(target)];
  let paused = 0;
  // An attempt that was killed may have left the new cell in the map.
  await setInMap(config, subdomain, source.number);
  try {
    await copyLive(move, size, await addressIn(source, config.hosts, subdomain));
    await copyFiles(config, move);
    await stopClaims(move);
    const url = await addressIn(target, config.hosts, subdomain);
    await catchUp(move);
    const small = await compareSnapshots(move);
    await catchUp(move);
    paused = clock.monotonic();
    await stopWrites(move);
    await catchUp(move);
    await compareCopies(move, small);
    await checkEpochs(move, epochs);
    report('the last rows are equal');
    // Requests wait in the new cell from now on; the last ones that the balancer has sent to the old one still reach it.
    await setInMap(config, subdomain, target.number);
    await pause(clock, ROUTING_MS);
    await depart(move, url, epochs[1] ?? '');
  } catch (error) {
    await withdraw(config, move);
    throw error;
  }
  await arrive(move);
  await endPolls(move);
  report(`writes were paused for ${Math.round(clock.monotonic() - paused)} ms`);
}

/** Clients reach the organization in the new cell, so the old one ends the polls that wait there. */
async function endPolls({ source, realmId }: RealmMove): Promise<void> {
  await source.all('update realm_transfer set is_settled = true where realm_id = $1', [realmId]);
}

/** Removes what a failed attempt left in the new cell, unless the organization has departed after all. */
async function withdraw(config: Config, move: RealmMove): Promise<void> {
  const { source, target, realmId, subdomain } = move;
  const stays = await source
    .all('select from realm where id = $1', [realmId])
    .then((rows) => rows.length > 0)
    .catch(() => false);
  if (!stays) return;
  await setInMap(config, subdomain, source.number);
  await cutLink(move)
    .then(() => deleteRows(target, realmId))
    .then(() =>
      target.all("delete from realm_transfer where realm_id = $1 and state = 'arriving'", [realmId]),
    )
    .catch(() => {});
}

/** Completes a move that was interrupted after the departure. A new cell that has lost its copy gets another one. */
async function complete(config: Config, move: RealmMove, comparedEpoch: string): Promise<void> {
  const { source, target, subdomain, realmId } = move;
  const [arrived] = await target.all('select from realm where id = $1', [realmId]);
  if (arrived === undefined) {
    if ((await epochOf(target)) !== comparedEpoch) {
      await copyLive(move, { rows: 0, bytes: 0 }, await addressIn(source, config.hosts, subdomain));
      await catchUp(move);
      await cutLink(move);
      await compareCopies(move, await liveTables(source));
    }
    await arrive(move);
  }
  await setInMap(config, subdomain, target.number);
  await endPolls(move);
}

async function finish(config: Config, move: RealmMove): Promise<void> {
  const { source, target, realmId, report, clock } = move;
  await pause(clock, GRACE_MS);
  await copyFiles(config, move);
  await cutLink(move);
  await deleteRows(source, realmId);
  await deleteFiles(config, move);
  await source.all('update realm_transfer set is_clean = true, late = null where realm_id = $1', [realmId]);
  report(`The organization lives in cell ${target.number}.`);
}
