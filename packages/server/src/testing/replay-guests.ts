import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { deactivateUser, reactivateUser, updateUser } from '@parley/contract/endpoints/users.ts';
import type { SystemGroup } from '@parley/contract/objects/permission-settings.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { Act, Stage } from './replay-acts.ts';
import { joinAct } from './replay-people.ts';
import { hiddenStatusAct } from './replay-status.ts';

const showPeopleTo = async ({ cast: { owner } }: Stage, group: SystemGroup): Promise<void> => {
  const { realm_user_groups = [] } = await owner.connection.call(registerQueue, {
    event_types: ['user_group'],
    fetch_event_types: ['realm_user_groups'],
  });
  const id = realm_user_groups.find(({ name }) => name === group)?.id ?? 0;
  await owner.connection.call(updateRealm, { can_access_all_users_group: { new: id } });
};

const giveRole = (role: Role): Act => ({
  name: `somebody gets role ${role} while people are hidden from guests`,
  run: ({ cast: { owner, hero } }) => owner.connection.call(updateUser, { user_id: hero.id, role }),
});

/** What happens while guests see only themselves and the bots. */
export const hiddenPeopleActs = (): Act[] => [
  {
    name: 'people are hidden from guests',
    run: (stage) => showPeopleTo(stage, 'role:members'),
    forgets: ({ guest }) => [guest],
  },
  joinAct('while people are hidden from guests'),
  hiddenStatusAct(),
  {
    name: 'somebody who is hidden from guests is renamed',
    run: ({ cast: { administrator, hero } }) =>
      administrator.connection.call(updateUser, { user_id: hero.id, full_name: 'Hera Hidden' }),
  },
  giveRole(300),
  { ...giveRole(600), forgets: ({ hero }) => [hero] },
  {
    name: 'a guest is renamed whom other guests do not see',
    run: ({ cast: { administrator, hero } }) =>
      administrator.connection.call(updateUser, { user_id: hero.id, full_name: 'Hera Guest' }),
  },
  { ...giveRole(400), forgets: ({ hero }) => [hero] },
  {
    name: 'somebody who is hidden from guests is deactivated',
    run: async ({ cast: { administrator, moderator }, replay }) => {
      await administrator.connection.call(deactivateUser, { user_id: moderator.id });
      replay.leave(moderator);
    },
  },
  {
    name: 'somebody who is hidden from guests is reactivated',
    run: ({ cast: { administrator, moderator } }) =>
      administrator.connection.call(reactivateUser, { user_id: moderator.id }),
  },
  {
    name: 'guests see everybody again',
    run: (stage) => showPeopleTo(stage, 'role:everyone'),
    forgets: ({ guest }) => [guest],
  },
];
