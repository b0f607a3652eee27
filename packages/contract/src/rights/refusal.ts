import type { RealmPermission } from '../objects/permission-settings.ts';

/** The reason why a user may not do something. */
export type Refusal = {
  readonly reason: string;
  /** The permission of the organization that would allow it, if there is one. */
  readonly permission?: RealmPermission;
};
