import { getSampleUsers as contract } from '@parley/contract/endpoints/sessions.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Page } from '../../../http/page.ts';
import { success } from '../../../http/response.ts';
import { checkOwnPage } from '../../../http/sessions/own-page.ts';
import { avatarUrl } from '../../users/avatar.ts';
import { sampleUsersAt } from '../sample-users.ts';

/** The users that the log-in page of a demo offers. */
export const sampleUsersPage: Page = {
  path: BROWSER_PREFIX + contract.path,
  handle: async (world, request) => {
    checkOwnPage(world.config.hosts, request);
    const users = await sampleUsersAt(world, request);
    const statuses = await world.pool.all(
      q
        .selectFrom('user_status')
        .select(['user_id', 'status_text'])
        .where('realm_id', '=', users[0]?.realm_id ?? 0)
        .where('user_id', '=', sql<number>`any(${users.map(({ id }) => id)}::bigint[])`)
        .where('status_text', '<>', ''),
    );
    const abouts = new Map(statuses.map(({ user_id, status_text }) => [user_id, status_text]));
    const sample_users = users.map((user) => ({
      user_id: user.id,
      full_name: user.full_name,
      role: user.role,
      avatar_url: avatarUrl(world, user),
      about: abouts.get(user.id),
    }));
    return success({ sample_users }, []);
  },
};
