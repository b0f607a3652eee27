import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import { holdSelf } from '../people/hold-self.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import { accessForPolicy } from './access.ts';
import { topicOf } from './name.ts';
import { presentPolicy, type PolicyRow } from './present.ts';
import { mutedTopicsOf } from './queries.ts';

/** A wish about a topic: 0 takes it back, whatever it was. */
export type Wish = { readonly channelId: number; readonly topic: string; readonly policy: 0 | 1 | 2 | 3 };

/** Nobody hears of a wish that was there already. */
export const setTopicPolicy = async (tx: Tx, actor: Actor, wish: Wish, now: number): Promise<void> => {
  const topic = topicOf(wish.topic);
  await holdSelf(tx, actor);
  await accessForPolicy(tx, actor, wish.channelId, wish.policy);
  await changePolicy(tx, actor.person, { ...wish, topic }, now);
};

/**
 * Notes a wish, whoever found that somebody has it, and tells its owner. The owner's row is held, so that
 * lists that tell everything do not overtake each other. Answers whether it was another wish before.
 */
export const changePolicy = async (tx: Tx, person: PersonRow, wish: Wish, now: number): Promise<boolean> => {
  const changed = wish.policy === 0 ? await forget(tx, person, wish) : await store(tx, person, wish, now);
  if (changed === undefined) return false;
  const row = wish.policy === 0 ? { ...changed, policy: 0, updated_at: new Date(now) } : changed;
  const self = only(person.id);
  tx.emit(self, { type: 'muted_topics', muted_topics: await mutedTopicsOf(tx, person) });
  tx.emit(self, { type: 'user_topic', ...presentPolicy(row) });
  return true;
};

/** The spelling of the first wish stays. */
const store = (
  tx: Tx,
  person: PersonRow,
  { channelId, topic, policy }: Wish,
  now: number,
): Promise<PolicyRow | undefined> =>
  tx.first(sql<PolicyRow>`
    insert into topic_policy (realm_id, person_id, channel_id, topic, policy, updated_at)
    values (${tx.realmId}, ${person.id}, ${channelId}, ${topic}, ${policy}, ${new Date(now)})
    on conflict (realm_id, person_id, channel_id, lower(topic)) do update
      set policy = excluded.policy, updated_at = excluded.updated_at
      where topic_policy.policy <> excluded.policy
    returning *`);

const forget = (tx: Tx, person: PersonRow, { channelId, topic }: Wish): Promise<PolicyRow | undefined> =>
  tx.first(
    q
      .deleteFrom('topic_policy')
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', person.id)
      .where('channel_id', '=', channelId)
      .where(sql`lower(topic)`, '=', sql`lower(${topic})`)
      .returningAll(),
  );
