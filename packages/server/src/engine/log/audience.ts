import type { Role } from '@parley/contract/primitives.ts';

/** Who an event is for: a rule, fixed in the transaction that writes it and judged at its position. */
export type Audience =
  | { readonly kind: 'everyone' }
  | {
      readonly kind: 'roles';
      readonly roles: readonly Role[];
      readonly also?: readonly number[];
      readonly except?: readonly number[];
    }
  | { readonly kind: 'users'; readonly ids: readonly number[] }
  /** Who was subscribed to the channel at the event's position. */
  | { readonly kind: 'subscribers'; readonly channel: number; readonly except?: readonly number[] }
  /** Guests who know somebody where the event stands, or those who do not. */
  | {
      readonly kind: 'guests';
      readonly scope: VisibilityScope;
      readonly areInside: boolean;
      readonly except: readonly number[];
    }
  /** Whose clients listen to all public channels. Guests cannot. */
  | { readonly kind: 'listeners' }
  | { readonly kind: 'union'; readonly of: readonly Audience[] };

/** By what guests know somebody: being in one of these channels, or being one of these users. */
export type VisibilityScope = { readonly channels: readonly number[]; readonly ids: readonly number[] };

export function isInside(
  scope: VisibilityScope,
  { id, channels }: Pick<AudienceMember, 'id' | 'channels'>,
): boolean {
  return scope.ids.includes(id) || scope.channels.some((channel) => channels.has(channel));
}

export const everyone: Audience = { kind: 'everyone' };
export const administrators: Audience = { kind: 'roles', roles: [100, 200] };
export const nonGuests: Audience = { kind: 'roles', roles: [100, 200, 300, 400] };

export function only(...ids: number[]): Audience {
  return { kind: 'users', ids };
}

/** A user as far as audiences are concerned, at one position of the log. */
export type AudienceMember = {
  readonly id: number;
  readonly role: number;
  readonly channels: ReadonlySet<number>;
  /** The client wants what is said in public channels, wherever the user is subscribed. */
  readonly isListening: boolean;
};

export function reaches(audience: Audience, listener: AudienceMember): boolean {
  switch (audience.kind) {
    case 'everyone':
      return true;
    case 'users':
      return audience.ids.includes(listener.id);
    case 'subscribers':
      return listener.channels.has(audience.channel) && audience.except?.includes(listener.id) !== true;
    case 'guests':
      return (
        listener.role === 600 &&
        !audience.except.includes(listener.id) &&
        isInside(audience.scope, listener) === audience.areInside
      );
    case 'listeners':
      return listener.isListening && listener.role !== 600;
    case 'union':
      return audience.of.some((part) => reaches(part, listener));
    case 'roles': {
      if (audience.except?.includes(listener.id)) return false;
      if (audience.also?.includes(listener.id)) return true;
      return audience.roles.some((role) => role === listener.role);
    }
  }
}
