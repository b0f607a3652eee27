import { DOOR_META } from '@parley/contract/door-meta.ts';
import type { Door } from '@parley/contract/endpoints/arriving.ts';
import { call } from './call.ts';

export type { Door } from '@parley/contract/endpoints/arriving.ts';
/** An organization as visitors see it. */
export type DoorOrganization = NonNullable<Door['organization']>;
export type SampleAccount = Door['sample_users'][number];

/**
 * The door as the page tells it, else as the server tells it: what the page says is read once, and a page from the cache
 * of the service worker says nothing. Throws a `DoorError` when the server cannot be reached.
 */
export async function readDoor(): Promise<Door> {
  const told = takeTold();
  if (told !== undefined) return told;
  return (await call<{ readonly door: Door }>('GET', '/json/door')).door;
}

function takeTold(): Door | undefined {
  const meta = document.querySelector(`meta[name="${DOOR_META}"]`);
  const text = meta?.getAttribute('content');
  meta?.remove();
  return text == null ? undefined : (JSON.parse(text) as Door);
}

/** The address of a page that is opened by a link or leads there; undefined for the client itself. */
export type DoorPath =
  | { readonly kind: 'join'; readonly token: string }
  | { readonly kind: 'sign-up' }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'password'; readonly token: string };

export function doorPathOf(pathname: string): DoorPath | undefined {
  const [, first, token = ''] = pathname.split('/');
  if (first === 'join') return { kind: 'join', token };
  if (first === 'register') return { kind: 'sign-up' };
  if (first === 'reset-password') return token === '' ? { kind: 'forgotten' } : { kind: 'password', token };
  return undefined;
}

/** Whether a program sent the user here, to be allowed. */
export function isAtConsent(): boolean {
  return globalThis.location.pathname === '/oauth/authorize';
}

/** Leaves the page of a link, which is used up, without loading the client again. */
export function goHome(): void {
  if (globalThis.location.pathname !== '/' && !isAtConsent()) globalThis.history.replaceState(null, '', '/');
}
