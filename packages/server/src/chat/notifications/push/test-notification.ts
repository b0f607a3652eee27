import { ApiError } from '../../../engine/api-error.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Actor } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { testContents } from './contents.ts';
import type { Outcome } from './protocols/protocol.ts';
import { fromTargets, sendTo, targetColumns, type PushTarget } from './targets.ts';
import { findToken } from './tokens.ts';

/** Sends a test to one token, or to all tokens of apps without a key, and reports the first failure. */
export async function testTokens(world: World, actor: Actor, token: string | undefined): Promise<void> {
  const id = token === undefined ? undefined : await findToken(world.pool, actor, token);
  if (token !== undefined && id === undefined)
    throw new ApiError('INVALID_PUSH_DEVICE_TOKEN', 'The device is not registered.');
  const targets = await findTargets(
    world,
    actor,
    sql`s.device_id is null and ${id === undefined ? sql`true` : sql`s.id = ${id}`}`,
  );
  if (targets.some(({ protocol }) => world.pushProtocols[protocol] === undefined))
    throw new ApiError('PUSH_SERVICE_NOT_CONFIGURED', 'This server cannot notify mobile devices.');
  const outcomes = await sendTests(world, actor, targets);
  if (outcomes.includes('gone'))
    throw new ApiError(
      'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
      'The push service does not know the device any more. Register it again.',
    );
  throwFirstFailure(outcomes);
}

/** Sends an encrypted test to one device, or to all devices with a confirmed token. */
export async function testDevices(world: World, actor: Actor, deviceId: number | undefined): Promise<void> {
  const targets = await findTargets(
    world,
    actor,
    sql`s.device_id is not null and ${deviceId === undefined ? sql`true` : sql`s.device_id = ${deviceId}`}`,
  );
  const outcomes = await sendTests(world, actor, targets);
  if (outcomes.every((outcome) => outcome === 'gone'))
    throw new ApiError('NO_ACTIVE_PUSH_DEVICE', 'None of your devices has a registered token.');
  throwFirstFailure(outcomes);
}

function findTargets(
  { pool }: World,
  { user }: Actor,
  condition: ReturnType<typeof sql>,
): Promise<PushTarget[]> {
  return pool.all(sql<PushTarget>`
    select ${targetColumns} from ${fromTargets}
    where s.realm_id = ${user.realm_id} and s.user_id = ${user.id} and s.protocol <> 'web' and ${condition}
    order by s.id`);
}

function sendTests(world: World, { user, realm }: Actor, targets: readonly PushTarget[]): Promise<Outcome[]> {
  const contents = testContents({ user, realm, world }, world.clock.now());
  return Promise.all(
    targets.map((target) => {
      const content =
        target.device_id === null && target.protocol !== 'web'
          ? contents[target.protocol]
          : contents.encrypted;
      return sendTo(world, target, { payload: JSON.stringify(content), messageId: null, isRemoval: false });
    }),
  );
}

function throwFirstFailure(outcomes: readonly Outcome[]): void {
  if (outcomes.includes('unreachable'))
    throw new ApiError('FAILED_TO_CONNECT_BOUNCER', 'The push service cannot be reached. Try again later.');
  if (outcomes.includes('unavailable'))
    throw new ApiError(
      'INTERNAL_SERVER_ERROR_ON_BOUNCER',
      'The push service is not available. Try again later.',
    );
  if (outcomes.some((outcome) => outcome === 'misconfigured' || outcome === 'refused'))
    throw new ApiError(
      'ADMIN_ACTION_REQUIRED',
      'The push service refuses this server. The operator must correct its configuration.',
    );
}
