import type { Refusal } from './refusal.ts';

/** Whether a user holds the permissions to create bots. */
export type BotPermissions = {
  readonly can_create_bots_group: boolean;
  readonly can_create_write_only_bots_group: boolean;
};

/** Why a user may not create a bot. Incoming webhooks only write, and have a permission of their own. */
export function refuseBot(held: BotPermissions, onlyWrites: boolean): Refusal | undefined {
  if (held.can_create_bots_group) return undefined;
  const permission = onlyWrites ? 'can_create_write_only_bots_group' : 'can_create_bots_group';
  if (held[permission]) return undefined;
  return { reason: 'You do not have permission to create bots of this type.', permission };
}
