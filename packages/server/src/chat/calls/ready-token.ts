import type { CallProvider, CallToken } from './provider.ts';
import { claimRefresh, findToken, deleteToken, openToken, releaseClaim, storeRefreshed } from './tokens.ts';
import { errorText } from '../../engine/error-text.ts';
import { pause, type Clock } from '../../engine/clock.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';

export function accessProvider(world: World): CallProvider {
  if (world.calls === undefined) throw badRequest('This server has no video call provider.');
  return world.calls;
}

type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

export type ReadyToken = { readonly access: string; readonly row: TokenRow };

/** A token this close to its expiry may expire before the request arrives. */
const EXPIRY_MARGIN_MS = 30_000;

const REFRESH_POLL_MS = 100;

const MAX_REFRESH_POLLS = 70;

/** Returns the user's token, refreshed if expired; throws if the user must connect the account again. */
export async function readyToken(world: World, provider: CallProvider, user: UserRow): Promise<ReadyToken> {
  for (let polls = 0; polls < MAX_REFRESH_POLLS; polls += 1) {
    const row = await findToken(world.pool, user);
    if (row === undefined) throw needsToken();
    const token = readableToken(world, row);
    if (token === undefined) throw await dropToken(world, row);
    if (!isExpiring(token, world.clock)) return { access: token.access, row };
    if (await world.write(user.realm_id, (tx) => claimRefresh(tx, row)))
      await refresh(world, provider, row, token);
    else await pause(world.clock, REFRESH_POLL_MS);
  }
  throw badRequest('The video provider is unavailable. Try again later.');
}

function needsToken(): ApiError {
  return new ApiError(
    'INVALID_VIDEO_CALL_PROVIDER_TOKEN',
    'Connect your account at the video provider first.',
  );
}

/** Deletes a token that the provider no longer accepts. */
export async function dropToken(world: World, row: TokenRow): Promise<ApiError> {
  await world.write(row.realm_id, (tx) => deleteToken(tx, row));
  return needsToken();
}

/** Tokens cannot be decrypted after the server's secret has changed. */
function readableToken(world: World, row: TokenRow): CallToken | undefined {
  try {
    return openToken(world.sealer, row);
  } catch {
    return undefined;
  }
}

function isExpiring(token: CallToken, clock: Clock): boolean {
  return token.expiresAt !== null && token.expiresAt - EXPIRY_MARGIN_MS <= clock.now();
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
      world.warn(errorText(outcome.error), 'video calls', 'could not refresh a token of the video provider');
      await world.write(row.realm_id, (tx) => releaseClaim(tx, row));
      throw badRequest('The video provider is unavailable. Try again later.');
  }
}
