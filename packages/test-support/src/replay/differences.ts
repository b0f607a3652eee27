import type { State } from '@parley/client/state.ts';
import type { Draft } from '@parley/contract/objects/draft.ts';

/** Every place at which a state differs from the one that a registration shows. */
export function differences(applied: State, registered: State): string[] {
  return compare('', ordered(withEvenDrafts(applied)), ordered(withEvenDrafts(registered)));
}

/** The server orders drafts by more than the second that it shows: those of one second count as even. */
function withEvenDrafts(state: State): State {
  return state.drafts === undefined ? state : { ...state, drafts: evenly(state.drafts) };
}

function evenly(drafts: readonly Draft[]): Draft[] {
  const places = [...new Set(drafts.map(({ timestamp }) => timestamp))];
  return places.flatMap((second) =>
    drafts.filter(({ timestamp }) => timestamp === second).toSorted((a, b) => a.id - b.id),
  );
}

/** Lists without an order of their own, and the key that names their elements. */
const unordered: Readonly<Record<string, string | readonly string[]>> = {
  user_topics: ['stream_id', 'topic_name'],
  realm_users: 'user_id',
  realm_non_active_users: 'user_id',
  realm_bots: 'user_id',
  realm_user_groups: 'id',
  realm_domains: 'domain',
  navigation_views: 'fragment',
  streams: 'stream_id',
  subscriptions: 'stream_id',
  unsubscribed: 'stream_id',
  never_subscribed: 'stream_id',
};

/** Differs from moment to moment by its nature; of presence, events tell only who comes. */
const momentary = new Set(['server_timestamp', 'presences', 'presence_last_update_id', 'users_version']);

function ordered(state: State): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(state)
      .filter(([name]) => !momentary.has(name))
      .map(([name, value]) => [name, byKey(value, unordered[name])]),
  );
}

/** As an object, so that one more element is one difference. */
function byKey(value: unknown, key: string | readonly string[] | undefined): unknown {
  if (key === undefined || !Array.isArray(value)) return value;
  const items = value as Record<string, unknown>[];
  const names = [key].flat();
  const keyed = Object.fromEntries(items.map((item) => [names.map((name) => item[name]).join(), item]));
  if (Object.keys(keyed).length !== items.length) return value;
  return keyed;
}

/** Where registration leaves it to the client to compute the address of a picture, events still tell it. */
function isSamePicture(path: string, applied: unknown, registered: unknown): boolean {
  return (
    path.endsWith('.avatar_url') &&
    registered === null &&
    typeof applied === 'string' &&
    applied.startsWith('https://secure.gravatar.com/avatar/')
  );
}

/** For clients without null, registration has the value of the account, and events have the stored value. */
function isFilledIn(path: string, applied: unknown, registered: unknown): boolean {
  return (
    /^(subscriptions|unsubscribed)\..*(_notifications|_notify)$/.test(path) &&
    typeof registered === 'boolean' &&
    applied === null
  );
}

/** Events of new subscriptions always list users; a client with no other channel does not know if it asked for them. */
function isUnasked(path: string): boolean {
  return /^(subscriptions|unsubscribed|never_subscribed)\.\d+\.subscribers$/.test(path);
}

/** No event tells those who are not in a channel that its first message came. */
function isFirstMessage(path: string, applied: unknown): boolean {
  return path.endsWith('.first_message_id') && applied === null;
}

function compare(path: string, applied: unknown, registered: unknown): string[] {
  if (Object.is(applied, registered) || isSamePicture(path, applied, registered)) return [];
  if (isFilledIn(path, applied, registered) || isFirstMessage(path, applied)) return [];
  if (!isObject(applied) || !isObject(registered) || Array.isArray(applied) !== Array.isArray(registered))
    return [`${path}: ${show(applied)} by events, ${show(registered)} by registration`];
  const keys = new Set([...Object.keys(applied), ...Object.keys(registered)]);
  return [...keys].flatMap((key) => {
    const place = path === '' ? key : `${path}.${key}`;
    if (!Object.hasOwn(registered, key) && isUnasked(place)) return [];
    if (!Object.hasOwn(registered, key)) return [`${place}: ${show(applied[key])} by events only`];
    if (!Object.hasOwn(applied, key)) return [`${place}: ${show(registered[key])} by registration only`];
    return compare(place, applied[key], registered[key]);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const MOST = 200;

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, MOST);
}
