import {
  refuseAvatarChange,
  refuseEmailChange,
  refuseNameChange,
} from '@parley/contract/rights/account-rights.ts';
import type { State } from '../state.ts';
import type { Refusal } from './refusal.ts';
import { readerOf } from './relation.ts';

/** Why the reader may not change the own name. */
export function refuseRenaming(state: State): Refusal | undefined {
  return refuseNameChange(readerOf(state), {
    name_changes_disabled: state.realm_name_changes_disabled === true,
  });
}

/** Why the reader may not change the own picture. */
export function refuseNewPicture(state: State): Refusal | undefined {
  return refuseAvatarChange(readerOf(state), {
    avatar_changes_disabled: state.realm_avatar_changes_disabled === true,
  });
}

/** Why the reader may not change the own address. */
export function refuseNewAddress(state: State): Refusal | undefined {
  return refuseEmailChange(readerOf(state), {
    email_changes_disabled: state.realm_email_changes_disabled === true,
  });
}
