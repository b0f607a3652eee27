import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateStatus as contract } from '@parley/contract/endpoints/user-status.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import { isBot, type UserRow } from '../../http/actor.ts';
import { accessEmoji, type Emoji, type NamedEmoji } from '../emoji/find-emoji.ts';
import { emitSetting } from '../settings/change-setting.ts';
import { storeSetting } from '../settings/store-setting.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { findStatus } from './rows.ts';
import { noSuchUser } from '../users/access.ts';
import { viewersOf } from '../users/audience.ts';
import { realmOf } from '../users/queries.ts';

export type StatusRequest = ParametersOf<typeof contract>;

/** The parts of a status that a request changes. */
type Changes = { away?: boolean; status_text?: string } & Partial<Emoji>;

/** Validates a request; throws if it changes nothing or the emoji does not exist. */
export async function checkStatusChange(
  reader: Reader,
  realmId: number,
  { away, status_text, ...emoji }: StatusRequest,
): Promise<Changes> {
  const { emoji_name, emoji_code, reaction_type } = emoji;
  if (away === undefined && status_text === undefined && emoji_name === undefined)
    throw badRequest('Send at least one of status_text, emoji_name and away.');
  if (emoji_name === undefined && (emoji_code !== undefined || reaction_type !== undefined))
    throw badRequest('Missing parameter emoji_name');
  return {
    ...(away === undefined ? {} : { away }),
    ...(status_text === undefined ? {} : { status_text: status_text.trim() }),
    ...(emoji_name === undefined ? {} : await emojiNamed(reader, realmId, { ...emoji, emoji_name })),
  };
}

export const NO_EMOJI: Emoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' };

async function emojiNamed(reader: Reader, realmId: number, named: NamedEmoji): Promise<Emoji> {
  return named.emoji_name === '' ? NO_EMOJI : accessEmoji(reader, realmId, named);
}

/** Updates the status of a user whose row is locked. Missing fields stay unchanged. */
export async function updateStatus(tx: Tx, user: UserRow, changes: Changes): Promise<void> {
  const realm = await realmOf(tx);
  const { away, ...said } = changes;
  const isFirst = (await findStatus(tx, realm.id, user.id)) === undefined;
  if (away !== undefined) await setAway(tx, user, away);
  await tx.all(
    q
      .insertInto('user_status')
      .values({ realm_id: tx.realmId, user_id: user.id, ...said })
      .onConflict((conflict) =>
        conflict.columns(['realm_id', 'user_id']).doUpdateSet({ user_id: user.id, ...said }),
      ),
  );
  // An invisible user who sets a status for the first time appears as away from now on.
  const shown = isFirst && !settingsOf(user).presence_enabled ? { away: true, ...changes } : changes;
  tx.emit(await viewersOf(tx, realm, user), { type: 'user_status', user_id: user.id, ...shown });
}

/** `away` is the older name of the inverse of `presence_enabled`. */
async function setAway(tx: Tx, user: UserRow, away: boolean): Promise<void> {
  if (settingsOf(user).presence_enabled === !away) return;
  const setting = { name: 'presence_enabled', value: !away } as const;
  emitSetting(tx, [user.id], setting);
  await storeSetting(tx, { ...setting, ids: [user.id], changedBy: 'themselves', skipChosen: false });
}

/** Bots and deactivated users have no status. */
export function refuseAbsent(user: Pick<UserRow, 'is_active' | 'bot_type'>): void {
  if (!user.is_active || isBot(user)) throw noSuchUser();
}
