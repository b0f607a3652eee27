import { isAdministrator } from '../people/person.ts';
import type { ReadState } from '../queues/snapshot.ts';
import { presentBot } from './present.ts';
import { listBots } from './queries.ts';

/** The bots that somebody looks after: all for administrators, for others their own. */
export const realmBotState: ReadState<'realm_bot'> = async ({ reader, realm, person }) => {
  const bots = await listBots(reader, realm.id, isAdministrator(person) ? {} : { of: person.id });
  return { realm_bots: bots.map(presentBot) };
};
