import { botTypes } from '@parley/contract/objects/user.ts';
import { refuseBot } from '@parley/contract/rights/bot-rights.ts';
import type { State } from '../state.ts';
import { holds } from './own-rights.ts';
import type { Refusal } from './refusal.ts';

/** Why the reader may not create a bot of a type. */
export function refuseCreatingBot(state: State, type: number): Refusal | undefined {
  return refuseBot(
    {
      can_create_bots_group: holds(state, 'can_create_bots_group') === true,
      can_create_write_only_bots_group: holds(state, 'can_create_write_only_bots_group') === true,
    },
    type === botTypes.incomingWebhook,
  );
}
