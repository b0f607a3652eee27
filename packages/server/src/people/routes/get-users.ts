import { getUsers as contract } from '@parley/contract/endpoints/users.ts';
import type { User } from '@parley/contract/objects/user.ts';
import { route } from '../../http/route.ts';
import { canSee, hidesPeople } from '../access.ts';
import { peoplePages } from '../queries.ts';
import { showPeople } from '../show-person.ts';

export const getUsersRoute = route(contract, async (call, { user_ids, ...view }) => {
  const { world, realm, person: viewer } = call;
  const hidden = await hidesPeople(world.pool, realm);
  const members: User[] = [];
  for await (const page of peoplePages(world.pool, realm.id, user_ids)) {
    const seen = page.filter((person) => canSee(hidden, viewer, person));
    for (const user of await showPeople(call, seen, view)) members.push(user);
  }
  return { members };
});
