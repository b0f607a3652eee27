import {
  createUserGroup,
  getUserGroupMembers,
  getUserGroups,
  updateUserGroup,
} from '@parley/contract/endpoints/groups.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const NAME = 'comet watch';

/** A mention opens the card of a group; a member joins and leaves where that is allowed, and its manager adds people. */
export const groupCard: Journey = {
  name: 'group-card',
  run: async ({ stage: { cast }, visit }) => {
    const iris = cast.as('Iris');
    const { user_groups: groups } = await iris.call(getUserGroups, {});
    const members = groups.find(({ name }) => name === 'role:members')?.id ?? 0;
    const { group_id: id } = await iris.call(createUserGroup, {
      name: NAME,
      description: 'Who observes tonight',
      members: [cast.idOf('Dara')],
      can_join_group: members,
    });
    await say(cast, 'Dara', 'dome', 'night plan', `@*${NAME}* the dome opens at nine`);
    const stored = async () =>
      (await iris.call(getUserGroupMembers, { user_group_id: id })).members.toSorted((a, b) => a - b);
    const ids = (...keys: readonly string[]) => keys.map((key) => cast.idOf(key)).toSorted((a, b) => a - b);

    const { page } = await visit({ user: 'Bram' });
    await openConversation(page, topicAddress('dome', 'night plan'));
    await messageWith(page, 'the dome opens')
      .getByRole('button', { name: `@${NAME}` })
      .click();
    const card = page.getByRole('dialog', { name: NAME });
    await card.getByText('Group of 1 person').waitFor();
    if ((await card.getByRole('button', { name: 'Add people' }).count()) > 0)
      throw new Error('The card offers to add people, which the server refuses.');
    await card.getByRole('button', { name: 'Join' }).click();
    await eventuallyEqual('the members with Bram', stored, ids('Bram', 'Dara'));
    await card.getByRole('button', { name: 'Leave' }).click();
    await eventuallyEqual('the members without Bram', stored, ids('Dara'));
    await iris.call(updateUserGroup, {
      user_group_id: id,
      can_join_group: { new: { direct_members: [], direct_subgroups: [] } },
    });
    await card.getByText('Those who manage it add people').waitFor();
    await card.getByRole('button', { name: 'Message all 1' }).click();
    await page.getByRole('heading', { name: 'Dara Novak' }).waitFor();

    const owner = await visit();
    await openConversation(owner.page, topicAddress('dome', 'night plan'));
    await messageWith(owner.page, 'the dome opens')
      .getByRole('button', { name: `@${NAME}` })
      .click();
    const own = owner.page.getByRole('dialog', { name: NAME });
    await own.getByRole('button', { name: 'Add people' }).click();
    await own.getByRole('combobox', { name: 'Add people' }).fill('Chen');
    await owner.page.getByRole('option', { name: /Chen Wei/ }).click();
    await own.getByRole('button', { name: 'Add', exact: true }).click();
    await eventuallyEqual('the members with Chen', stored, ids('Chen', 'Dara'));
    await own.getByRole('button', { name: 'Remove Dara Novak' }).click();
    await eventuallyEqual('the members without Dara', stored, ids('Chen'));
    await own.getByRole('button', { name: 'Chen Wei', exact: true }).click();
    await owner.page.getByRole('dialog', { name: 'Chen Wei' }).getByText(NAME).waitFor();
  },
};
