import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateStatus as contract } from '@parley/contract/endpoints/user-status.ts';
import { q, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { accessEmoji, type Emoji, type NamedEmoji } from '../emoji/find-emoji.ts';
import { seersOf } from '../people/audience.ts';
import type { PersonRow } from '../people/person.ts';
import { realmOf } from '../people/queries.ts';
import { badRequest } from '../problem.ts';
import { emitSetting } from '../settings/change-setting.ts';
import { storeSetting } from '../settings/store-setting.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { findStatus } from './queries.ts';

export type Saying = ParametersOf<typeof contract>;

/** The parts of a status that a request changes. */
type Changes = { away?: boolean; status_text?: string } & Partial<Emoji>;

/** What a request wants to say; refuses what says nothing, and emoji that do not exist. */
export const checkSaying = async (
  reader: Reader,
  realmId: number,
  { away, status_text, ...emoji }: Saying,
): Promise<Changes> => {
  const { emoji_name, emoji_code, reaction_type } = emoji;
  if (away === undefined && status_text === undefined && emoji_name === undefined)
    throw badRequest('Say something: a text, an emoji, or whether you are away.');
  if (emoji_name === undefined && (emoji_code !== undefined || reaction_type !== undefined))
    throw badRequest('An emoji needs its name.');
  return {
    ...(away === undefined ? {} : { away }),
    ...(status_text === undefined ? {} : { status_text: status_text.trim() }),
    ...(emoji_name === undefined ? {} : await emojiNamed(reader, realmId, { ...emoji, emoji_name })),
  };
};

const NO_EMOJI: Emoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' };
const emojiNamed = async (reader: Reader, realmId: number, named: NamedEmoji): Promise<Emoji> =>
  named.emoji_name === '' ? NO_EMOJI : accessEmoji(reader, realmId, named);

/** Says something about somebody whose row is locked. What is not named stays as it is. */
export const say = async (tx: Tx, person: PersonRow, changes: Changes): Promise<void> => {
  const realm = await realmOf(tx);
  const { away, ...said } = changes;
  const isFirst = (await findStatus(tx, realm.id, person.id)) === undefined;
  if (away !== undefined) await setAway(tx, person, away);
  await tx.all(
    q
      .insertInto('user_status')
      .values({ realm_id: tx.realmId, person_id: person.id, ...said })
      .onConflict((conflict) =>
        conflict.columns(['realm_id', 'person_id']).doUpdateSet({ person_id: person.id, ...said }),
      ),
  );
  // Who is invisible and says something for the first time is shown as away from now on.
  const shown = isFirst && !settingsOf(person).presence_enabled ? { away: true, ...changes } : changes;
  tx.emit(await seersOf(tx, realm, person), { type: 'user_status', user_id: person.id, ...shown });
};

/** Being away is the older name of not wanting to be seen. */
const setAway = async (tx: Tx, person: PersonRow, away: boolean): Promise<void> => {
  if (settingsOf(person).presence_enabled === !away) return;
  const setting = { name: 'presence_enabled', value: !away } as const;
  emitSetting(tx, [person.id], setting);
  await storeSetting(tx, { ...setting, ids: [person.id], by: 'themselves', sparing: false });
};
