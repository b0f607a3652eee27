import type { User } from '@parley/contract/objects/user.ts';
import type { Call } from '../http/route.ts';
import { readProfiles } from '../profile-fields/queries.ts';
import { presentPerson, sightOf, type ShownPerson } from './present.ts';

type View = { readonly client_gravatar: boolean; readonly include_custom_profile_fields: boolean };

/** People as the caller sees them, with their profiles if wanted. */
export const showPeople = async (call: Call, people: readonly ShownPerson[], view: View): Promise<User[]> => {
  const sight = sightOf(call.world, call, view.client_gravatar);
  if (!view.include_custom_profile_fields) return people.map((person) => presentPerson(person, sight));
  const profiles = await readProfiles(call.world.pool, call.realm.id, people);
  return people.map((person) => presentPerson(person, sight, profiles.get(person.id) ?? {}));
};

export const showPerson = async (call: Call, person: ShownPerson, view: View): Promise<User> => {
  const [user] = await showPeople(call, [person], view);
  if (user === undefined) throw new Error('Nobody was presented.');
  return user;
};
