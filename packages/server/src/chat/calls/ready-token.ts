import type { CallProvider, CallToken } from './provider.ts';
import { claimRefresh, findToken, forgetToken, openToken, releaseClaim, storeRefreshed } from './tokens.ts';
import type { Clock } from '../../engine/clock.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';

export function accessProvider(world: World): CallProvider {
  if (world.calls === undefined) throw badRequest('This server has no video provider.');
  return world.calls;
}

type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

export type ReadyToken = { readonly access: string; readonly row: TokenRow };

/** A token this close to its end may be over before it arrives. */
const MARGIN_MS = 30_000;

const WAIT_MS = 100;

const MAX_WAITS = 70;

/** The user's token, refreshed if it is over; or there is none, and the user must connect again. */
export async function readyToken(world: World, provider: CallProvider, user: UserRow): Promise<ReadyToken> {
  for (let waits = 0; waits < MAX_WAITS; waits += 1) {
    const row = await findToken(world.pool, user);
    if (row === undefined) throw needsToken();
    const token = readableToken(world, row);
    if (token === undefined) throw await dropToken(world, row);
    if (!isOver(token, world.clock)) return { access: token.access, row };
    if (await world.write(user.realm_id, (tx) => claimRefresh(tx, row)))
      await refresh(world, provider, row, token);
    else await pause(world.clock, WAIT_MS);
  }
  throw badRequest('The video provider does not answer.');
}

export function needsToken(): ApiError {
  return new ApiError(
    'INVALID_VIDEO_CALL_PROVIDER_TOKEN',
    'Connect your account of the video provider first.',
  );
}

/** What a token that the provider does not take any more comes to. */
export async function dropToken(world: World, row: TokenRow): Promise<ApiError> {
  await world.write(row.realm_id, (tx) => forgetToken(tx, row));
  return needsToken();
}

/** After a change of the server's secret nobody can read the tokens of before. */
function readableToken(world: World, row: TokenRow): CallToken | undefined {
  try {
    return openToken(world.sealer, row);
  } catch {
    return undefined;
  }
}

function isOver(token: CallToken, clock: Clock): boolean {
  return token.expiresAt !== null && token.expiresAt - MARGIN_MS <= clock.now();
}

async function refresh(world: World, provider: CallProvider, row: TokenRow, token: CallToken): Promise<void> {
  if (token.refresh === null) throw await dropToken(world, row);
  const outcome = await provider.refresh(token.refresh);
  switch (outcome.kind) {
    case 'given':
      await world.write(row.realm_id, (tx) => storeRefreshed(tx, world.sealer, row, outcome.value));
      return;
    case 'refused':
      throw await dropToken(world, row);
    case 'failed':
      world.log.warn({ err: outcome.error }, 'a token of the video provider could not be refreshed');
      await world.write(row.realm_id, (tx) => releaseClaim(tx, row));
      throw badRequest('The video provider does not answer.');
  }
}

function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}
