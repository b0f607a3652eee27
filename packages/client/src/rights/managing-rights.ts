import { CONTENT_PERMISSIONS, METADATA_PERMISSIONS } from '@parley/contract/rights/channel-rights.ts';
import {
  refuseAdding,
  refuseAdministration,
  refuseCreation,
  refuseRemoval,
  type Creation,
  type Creator,
} from '@parley/contract/rights/managing-rights.ts';
import type { State } from '../state.ts';
import type { KnownChannel } from './known-channel.ts';
import { holds } from './own-rights.ts';
import type { Refusal } from './refusal.ts';
import { readerOf, relationTo } from './relation.ts';

/** Why the reader may not create a channel with these settings. */
export function refuseCreating(state: State, channel: Partial<Creation>): Refusal | undefined {
  return refuseCreation(creatorOf(state), {
    is_private: false,
    is_web_public: false,
    is_default: false,
    default_push_notifications: false,
    ...channel,
  });
}

function creatorOf(state: State): Creator {
  return {
    ...readerOf(state),
    mayCreatePublic: holds(state, 'can_create_public_channel_group') === true,
    mayCreatePrivate: holds(state, 'can_create_private_channel_group') === true,
    mayCreateWebPublic: holds(state, 'can_create_web_public_channel_group') === true,
    hasWebPublic:
      state.realm_enable_spectator_access === true && state.server_web_public_streams_enabled === true,
  };
}

/** Why the reader may not change or archive a channel. */
export function refuseAdministering(state: State, channel: KnownChannel): Refusal | undefined {
  return refuseAdministration(readerOf(state), relationTo(state, channel, ['can_administer_channel_group']));
}

/** Why the reader may not subscribe others to a channel. */
export function refuseAddingTo(state: State, channel: KnownChannel): Refusal | undefined {
  return refuseAdding(
    readerOf(state),
    privacyOf(channel),
    relationTo(state, channel, ['can_administer_channel_group', ...CONTENT_PERMISSIONS]),
    holds(state, 'can_add_subscribers_group') === true,
  );
}

/** Why the reader may not unsubscribe others from a channel. */
export function refuseRemovingFrom(state: State, channel: KnownChannel): Refusal | undefined {
  return refuseRemoval(
    readerOf(state),
    privacyOf(channel),
    relationTo(state, channel, ['can_remove_subscribers_group', ...METADATA_PERMISSIONS]),
  );
}

function privacyOf({ invite_only, is_web_public }: KnownChannel): {
  readonly is_private: boolean;
  readonly is_web_public: boolean;
} {
  return { is_private: invite_only, is_web_public };
}
