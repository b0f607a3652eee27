import { limits } from '@parley/contract/limits.ts';
import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import { holdSelf } from '../people/hold-self.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { raiseStamp } from '../messages/sending/vocabulary.ts';
import { alertWordsOf } from './queries.ts';

export const addAlertWords = async (tx: Tx, actor: Actor, words: readonly string[]): Promise<string[]> => {
  await holdSelf(tx, actor);
  const filled = words.map((word) => word.trim()).filter((word) => word !== '');
  await tx.all(sql`
    insert into alert_word (realm_id, person_id, word)
    select ${tx.realmId}, ${actor.person.id}, word
    from unnest(${filled}::text[]) with ordinality as given (word, place) order by place
    on conflict do nothing`);
  const all = await tell(tx, actor);
  if (all.length > limits.alertWords)
    throw badRequest(`Nobody has more than ${limits.alertWords} alert words.`);
  return all;
};

export const removeAlertWords = async (tx: Tx, actor: Actor, words: readonly string[]): Promise<string[]> => {
  await holdSelf(tx, actor);
  await tx.all(sql`
    delete from alert_word
    where realm_id = ${tx.realmId} and person_id = ${actor.person.id}
      and lower(word) in (select lower(word) from unnest(${[...words]}::text[]) as given (word))`);
  return tell(tx, actor);
};

const tell = async (tx: Tx, { person }: Actor): Promise<string[]> => {
  await raiseStamp(tx, 'alert words');
  const words = await alertWordsOf(tx, person);
  tx.emit(only(person.id), { type: 'alert_words', alert_words: words });
  return words;
};
