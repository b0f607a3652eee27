import type { Role } from '@parley/contract/primitives.ts';
import { roles } from '@parley/contract/rights/roles.ts';

/** The recipients of an event: a rule that is fixed when the event is written and evaluated at its log position. */
export type Audience =
  | { readonly kind: 'everyone' }
  | {
      readonly kind: 'roles';
      readonly roles: readonly Role[];
      readonly also?: readonly number[];
      readonly except?: readonly number[];
    }
  | { readonly kind: 'users'; readonly ids: readonly number[] }
  /** Users subscribed to the channel at the event's position. */
  | { readonly kind: 'subscribers'; readonly channel: number; readonly except?: readonly number[] }
  /** Guests inside the visibility scope of a user at the event's position, or those outside it. */
  | {
      readonly kind: 'guests';
      readonly scope: VisibilityScope;
      readonly areInside: boolean;
      readonly except: readonly number[];
    }
  /** Clients that listen to all public channels, except those of guests. */
  | { readonly kind: 'listeners' }
  | { readonly kind: 'union'; readonly of: readonly Audience[] };

/** The guests who can see a user: subscribers of these channels, and these users. */
export type VisibilityScope = { readonly channels: readonly number[]; readonly ids: readonly number[] };

export function isInside(
  scope: VisibilityScope,
  { id, channels }: Pick<AudienceMember, 'id' | 'channels'>,
): boolean {
  return scope.ids.includes(id) || scope.channels.some((channel) => channels.has(channel));
}

export const everyone: Audience = { kind: 'everyone' };
export const administrators: Audience = { kind: 'roles', roles: [roles.owner, roles.administrator] };
export const nonGuests: Audience = {
  kind: 'roles',
  roles: [roles.owner, roles.administrator, roles.moderator, roles.member],
};

export function only(...ids: number[]): Audience {
  return { kind: 'users', ids };
}

/** A user as far as audiences are concerned, at one position of the log. */
export type AudienceMember = {
  readonly id: number;
  readonly role: number;
  readonly channels: ReadonlySet<number>;
  /** The client receives the messages of all public channels, subscribed or not. */
  readonly isListening: boolean;
};

export function reaches(audience: Audience, member: AudienceMember): boolean {
  switch (audience.kind) {
    case 'everyone':
      return true;
    case 'users':
      return audience.ids.includes(member.id);
    case 'subscribers':
      return member.channels.has(audience.channel) && audience.except?.includes(member.id) !== true;
    case 'guests':
      return (
        member.role === roles.guest &&
        !audience.except.includes(member.id) &&
        isInside(audience.scope, member) === audience.areInside
      );
    case 'listeners':
      return member.isListening && member.role !== roles.guest;
    case 'union':
      return audience.of.some((part) => reaches(part, member));
    case 'roles': {
      if (audience.except?.includes(member.id)) return false;
      if (audience.also?.includes(member.id)) return true;
      return audience.roles.some((role) => role === member.role);
    }
  }
}
