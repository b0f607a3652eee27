import { urlOf } from '../../engine/hosts.ts';
import type { World } from '../../http/world.ts';
import { currentSetupCode } from './code.ts';

/** Logs the code of a server without an organization: at the start, and again when an expired code was replaced. */
export async function announceSetup(world: World, when: 'always' | 'replaced'): Promise<void> {
  const found = await currentSetupCode(world, { forOperator: when === 'always' });
  if (found === undefined || (when === 'replaced' && !found.isNew)) return;
  const { hosts } = world.config;
  world.log.info(
    `there is no organization yet. Open ${urlOf(hosts, '')} and enter this code: ${found.code} (valid for half an hour; parley setup prints it again)`,
  );
}
