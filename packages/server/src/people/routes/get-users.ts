import { getUsers as contract } from '@parley/contract/endpoints/users.ts';
import type { User } from '@parley/contract/objects/user.ts';
import { route } from '../../http/route.ts';
import { eyesOf } from '../access.ts';
import { peoplePages } from '../queries.ts';
import { showPeople } from '../show-person.ts';

export const getUsersRoute = route(contract, async (call, { user_ids, ...view }) => {
  const { world, realm } = call;
  const sees = await eyesOf(world.pool, call, user_ids);
  const members: User[] = [];
  for await (const page of peoplePages(world.pool, realm.id, user_ids)) {
    for (const user of await showPeople(call, page.filter(sees), view)) members.push(user);
  }
  return { members };
});
