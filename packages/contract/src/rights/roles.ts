export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;

/** A user with a role. */
export type WithRole = { readonly role: number };

export function isOwner({ role }: WithRole): boolean {
  return role === roles.owner;
}

export function isAdministrator({ role }: WithRole): boolean {
  return role <= roles.administrator;
}

export function isModerator({ role }: WithRole): boolean {
  return role <= roles.moderator;
}

export function isGuest({ role }: WithRole): boolean {
  return role === roles.guest;
}
