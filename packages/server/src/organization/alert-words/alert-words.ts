import { limits } from '@parley/contract/limits.ts';
import { raiseVocabularyVersion } from '../../chat/messages/rendering/vocabulary.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { badRequest, type ApiError } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { alertWordsOf } from './rows.ts';
import { lockSelf } from '../users/lock-self.ts';

export async function addAlertWords(tx: Tx, actor: Actor, words: readonly string[]): Promise<string[]> {
  const trimmed = words.map((word) => word.trim()).filter((word) => word !== '');
  if (trimmed.length > limits.alertWords) throw tooManyWords();
  await lockSelf(tx, actor);
  await tx.all(sql`
    insert into alert_word (realm_id, user_id, word)
    select ${tx.realmId}, ${actor.user.id}, word
    from unnest(${trimmed}::text[]) with ordinality as given (word, place) order by place
    on conflict do nothing`);
  const all = await emitAll(tx, actor);
  if (all.length > limits.alertWords) throw tooManyWords();
  return all;
}

function tooManyWords(): ApiError {
  return badRequest(`A user can have at most ${limits.alertWords} alert words.`);
}

export async function removeAlertWords(tx: Tx, actor: Actor, words: readonly string[]): Promise<string[]> {
  await lockSelf(tx, actor);
  await tx.all(sql`
    delete from alert_word
    where realm_id = ${tx.realmId} and user_id = ${actor.user.id}
      and lower(word) in (select lower(word) from unnest(${[...words]}::text[]) as given (word))`);
  return emitAll(tx, actor);
}

async function emitAll(tx: Tx, { user }: Actor): Promise<string[]> {
  await raiseVocabularyVersion(tx, 'alert words');
  const words = await alertWordsOf(tx, user);
  tx.emit(only(user.id), { type: 'alert_words', alert_words: words });
  return words;
}
