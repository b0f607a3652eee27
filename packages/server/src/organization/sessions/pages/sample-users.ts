import { getSampleUsers as contract } from '@parley/contract/endpoints/sessions.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import type { Page } from '../../../http/page.ts';
import { success } from '../../../http/response.ts';
import { checkOwnPage } from '../../../http/sessions/own-page.ts';
import { presentSampleUsers, sampleUsersAt } from '../sample-users.ts';

/** The users that the log-in page of a demo offers. */
export const sampleUsersPage: Page = {
  path: BROWSER_PREFIX + contract.path,
  handle: async (world, request) => {
    checkOwnPage(world.config.hosts, request);
    await sampleUsersAt(world, request);
    return success({ sample_users: await presentSampleUsers(world, request) }, []);
  },
};
