import type { Channel, Subscription } from '@parley/contract/objects/channel.ts';
import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { change, difference, put, union, without } from './lists.ts';

type Listed = Channel & { subscribers?: number[] | undefined };
type Update = <T extends Listed>(channel: T) => T;

export function applyStream(state: State, event: EventOf<'stream'>): State {
  switch (event.op) {
    case 'create':
      return event.streams.reduce(create, state);
    case 'delete':
      return event.stream_ids.reduce(forget, state);
    case 'update':
      return inAllLists(state, event.stream_id, (channel) => ({ ...channel, ...changeOf(event) }));
    default:
      event satisfies never;
      return state;
  }
}

export function applySubscription(state: State, event: EventOf<'subscription'>): State {
  switch (event.op) {
    case 'add':
      return event.subscriptions.reduce(enter, state);
    case 'remove':
      return event.subscriptions.reduce((before, { stream_id }) => leave(before, stream_id), state);
    case 'update':
      return changeOwn(state, event);
    case 'peer_add':
      return event.stream_ids.reduce((before, id) => inAllLists(before, id, arrival(event.user_ids)), state);
    case 'peer_remove':
      return event.stream_ids.reduce(
        (before, id) => inAllLists(before, id, departure(event.user_ids)),
        state,
      );
    default:
      event satisfies never;
      return state;
  }
}

/** The lists in which a channel may stand. */
export function inAllLists(state: State, id: number, update: Update): State {
  const within = <T extends Listed>(list: T[]): T[] => change(list, 'stream_id', id, update);
  return {
    ...state,
    ...(state.streams === undefined ? {} : { streams: within(state.streams) }),
    ...(state.subscriptions === undefined ? {} : { subscriptions: within(state.subscriptions) }),
    ...(state.unsubscribed === undefined ? {} : { unsubscribed: within(state.unsubscribed) }),
    ...(state.never_subscribed === undefined ? {} : { never_subscribed: within(state.never_subscribed) }),
  };
}

/** A channel that is new to the reader has no subscribers yet; the next event adds them. */
function create(state: State, channel: Channel): State {
  const isKnown = [...(state.subscriptions ?? []), ...(state.unsubscribed ?? [])].some(
    ({ stream_id }) => stream_id === channel.stream_id,
  );
  const before = inAllLists(state, channel.stream_id, (known) => ({ ...known, ...channel }));
  return {
    ...before,
    ...(before.streams === undefined ? {} : { streams: put(before.streams, 'stream_id', channel) }),
    ...(before.never_subscribed === undefined || isKnown
      ? {}
      : {
          never_subscribed: put(before.never_subscribed, 'stream_id', {
            ...channel,
            ...(listsUsers(state) ? { subscribers: [] } : {}),
          }),
        }),
  };
}

/** Whether registration was asked for subscribers; where no channel is known yet, they are not missed. */
function listsUsers({ subscriptions = [], unsubscribed = [], never_subscribed = [] }: State): boolean {
  return [...subscriptions, ...unsubscribed, ...never_subscribed].every(
    ({ subscribers }) => subscribers !== undefined,
  );
}

function forget(state: State, id: number): State {
  return {
    ...state,
    ...(state.streams === undefined ? {} : { streams: without(state.streams, 'stream_id', id) }),
    ...(state.subscriptions === undefined
      ? {}
      : { subscriptions: without(state.subscriptions, 'stream_id', id) }),
    ...(state.unsubscribed === undefined
      ? {}
      : { unsubscribed: without(state.unsubscribed, 'stream_id', id) }),
    ...(state.never_subscribed === undefined
      ? {}
      : { never_subscribed: without(state.never_subscribed, 'stream_id', id) }),
  };
}

function changeOf(event: Extract<EventOf<'stream'>, { op: 'update' }>): Partial<Channel> {
  const { type: _type, op: _op, id: _id, stream_id: _stream, name: _name, property, value, ...also } = event;
  return { [property]: value, ...also } as Partial<Channel>;
}

function enter(state: State, subscription: Subscription): State {
  const { subscriptions, unsubscribed, never_subscribed, streams } = state;
  const { stream_id, subscriber_count } = subscription;
  const keepsUsers = listsUsers(state);
  const { subscribers: _, ...plain } = subscription;
  return {
    ...state,
    ...(streams === undefined
      ? {}
      : { streams: change(streams, 'stream_id', stream_id, (known) => ({ ...known, subscriber_count })) }),
    ...(subscriptions === undefined
      ? {}
      : { subscriptions: put(subscriptions, 'stream_id', keepsUsers ? subscription : plain) }),
    ...(unsubscribed === undefined ? {} : { unsubscribed: without(unsubscribed, 'stream_id', stream_id) }),
    ...(never_subscribed === undefined
      ? {}
      : { never_subscribed: without(never_subscribed, 'stream_id', stream_id) }),
  };
}

function leave(state: State, id: number): State {
  const { subscriptions, unsubscribed } = state;
  const left = subscriptions?.find(({ stream_id }) => stream_id === id);
  const moved =
    subscriptions === undefined || unsubscribed === undefined || left === undefined
      ? state
      : {
          ...state,
          subscriptions: without(subscriptions, 'stream_id', id),
          unsubscribed: put(unsubscribed, 'stream_id', left),
        };
  return inAllLists(moved, id, departure(state.user_id === undefined ? [] : [state.user_id], 1));
}

function changeOwn(state: State, event: Extract<EventOf<'subscription'>, { op: 'update' }>): State {
  return state.subscriptions === undefined
    ? state
    : {
        ...state,
        subscriptions: change(state.subscriptions, 'stream_id', event.stream_id, (mine) => ({
          ...mine,
          [event.property]: event.value,
        })),
      };
}

function arrival(ids: readonly number[]): Update {
  return (channel) => ({
    ...channel,
    subscriber_count: channel.subscriber_count + ids.length,
    ...(channel.subscribers === undefined ? {} : { subscribers: union(channel.subscribers, ids) }),
  });
}

function departure(ids: readonly number[], count: number = ids.length): Update {
  return (channel) => ({
    ...channel,
    subscriber_count: channel.subscriber_count - count,
    ...(channel.subscribers === undefined ? {} : { subscribers: difference(channel.subscribers, ids) }),
  });
}
