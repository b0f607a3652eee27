import type { Clock } from '../clock.ts';
import type { PersonRow } from '../people/person.ts';
import { badRequest, Problem } from '../problem.ts';
import type { World } from '../world.ts';
import type { CallProvider, CallToken } from './provider.ts';
import { claimRefresh, findToken, forgetToken, openToken, releaseClaim, storeRefreshed } from './tokens.ts';

type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;
export type ReadyToken = { readonly access: string; readonly row: TokenRow };

/** A token this close to its end may be over before it arrives. */
const MARGIN_MS = 30_000;
const WAIT_MS = 100;
const MAX_WAITS = 70;

/** The person's token, refreshed if it is over; or there is none, and the person must connect again. */
export const readyToken = async (
  world: World,
  provider: CallProvider,
  person: PersonRow,
): Promise<ReadyToken> => {
  for (let waits = 0; waits < MAX_WAITS; waits += 1) {
    const row = await findToken(world.pool, person);
    if (row === undefined) throw needsToken();
    const token = readableToken(world, row);
    if (token === undefined) throw await dropToken(world, row);
    if (!isOver(token, world.clock)) return { access: token.access, row };
    if (await world.write(person.realm_id, (tx) => claimRefresh(tx, row)))
      await refresh(world, provider, row, token);
    else await pause(world.clock, WAIT_MS);
  }
  throw badRequest('The video provider does not answer.');
};

export const needsToken = (): Problem =>
  new Problem('INVALID_VIDEO_CALL_PROVIDER_TOKEN', 'Connect your account of the video provider first.');

/** What a token that the provider does not take any more comes to. */
export const dropToken = async (world: World, row: TokenRow): Promise<Problem> => {
  await world.write(row.realm_id, (tx) => forgetToken(tx, row));
  return needsToken();
};

/** After a change of the server's secret nobody can read the tokens of before. */
const readableToken = (world: World, row: TokenRow): CallToken | undefined => {
  try {
    return openToken(world.sealer, row);
  } catch {
    return undefined;
  }
};

const isOver = (token: CallToken, clock: Clock): boolean =>
  token.expiresAt !== null && token.expiresAt - MARGIN_MS <= clock.now();

const refresh = async (
  world: World,
  provider: CallProvider,
  row: TokenRow,
  token: CallToken,
): Promise<void> => {
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
};

const pause = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
