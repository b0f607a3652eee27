import { limitableScopes } from '@parley/contract/scopes.ts';
import { limits } from '@parley/contract/limits.ts';
import type { GrantScope } from '../../data/actions/grant-actions.ts';
import type { Decision, OwnChannel } from '../../data/session/consent.ts';

/** The choices of the user so far. */
export type Choice = {
  readonly scopes: ReadonlySet<GrantScope>;
  /** Direct messages and private channels too. */
  readonly isEverywhere: boolean;
  readonly channels: ReadonlySet<number>;
  readonly days: Life;
};

/** Days, the longest life first, as it is chosen. */
export const LIVES = ['90', '7', '1'] as const;
export type Life = (typeof LIVES)[number];

/** Everything that was asked for, in the public channels of the user. */
export function firstChoice(asked: readonly GrantScope[], channels: readonly OwnChannel[]): Choice {
  const open = channels.filter(({ isPrivate }) => !isPrivate).slice(0, limits.grantChannels);
  return {
    scopes: new Set(asked),
    isEverywhere: false,
    channels: new Set(open.map(({ id }) => id)),
    days: LIVES[0],
  };
}

/** Rights that were asked for and that the choice allows: some know no limits. */
export function possibleScopes(
  asked: readonly GrantScope[],
  { isEverywhere }: Pick<Choice, 'isEverywhere'>,
): readonly GrantScope[] {
  return isEverywhere ? asked : asked.filter((scope) => limitableScopes.includes(scope));
}

/** The decision that is sent; undefined if the choice allows nothing. */
export function decisionOf(asked: readonly GrantScope[], choice: Choice): Decision | undefined {
  const scopes = possibleScopes(asked, choice).filter((scope) => choice.scopes.has(scope));
  const isLimited = !choice.isEverywhere;
  const hasChannels = choice.channels.size > 0 && choice.channels.size <= limits.grantChannels;
  if (scopes.length === 0 || (isLimited && !hasChannels)) return undefined;
  return { scopes, channels: isLimited ? [...choice.channels] : undefined, days: Number(choice.days) };
}
