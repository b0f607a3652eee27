import type { EventDelivery, EventSubscription } from '../../../../data/actions/subscription-actions.ts';
import { dateAndTime } from '../../../../words/dates.ts';
import { t } from '../../../../words/index.ts';

/** Events that are chosen together. */
export type EventTopic = { readonly name: string; readonly types: readonly string[] };

export function eventTopics(): readonly EventTopic[] {
  return [
    { name: t('Messages'), types: ['message', 'update_message', 'delete_message'] },
    { name: t('Reactions'), types: ['reaction'] },
    { name: t('People'), types: ['realm_user'] },
    { name: t('Channels'), types: ['stream', 'subscription'] },
    { name: t('Groups'), types: ['user_group'] },
  ];
}

/** Names of the kinds of events; kinds without a name stand for themselves. */
export function topicNames(types: readonly string[] | null): string {
  if (types === null) return t('All events');
  const topics = eventTopics().filter((topic) => topic.types.every((type) => types.includes(type)));
  const named = new Set(topics.flatMap((topic) => topic.types));
  return [...topics.map(({ name }) => name), ...types.filter((type) => !named.has(type))].join(', ');
}

/** Events and state of a subscription in words. */
export function subscriptionLine(one: EventSubscription): string {
  const what = topicNames(one.event_types);
  const since = one.since === null ? '' : dateAndTime(one.since);
  switch (one.state) {
    case 'running':
      return t('{what}. Running', { what });
    case 'failing':
      return t('{what}. Failing since {since}, tried again by itself: {error}', {
        what,
        since,
        error: one.error ?? '',
      });
    case 'paused':
      return t('{what}. Paused since {since}', { what, since });
  }
}

/** The kind of the event of a request, such as `message`. */
export function deliveryWhat({ request, error, event_id: id }: EventDelivery): string {
  const kind = /^\{"type":"(\w{1,60})"/.exec(request)?.[1] ?? t('Event {id}', { id });
  return error === null ? kind : `${kind}: ${error}`;
}

export function durationText(milliseconds: number): string {
  return milliseconds < 1000
    ? t('{count} ms', { count: milliseconds })
    : t('{count} s', { count: Math.round(milliseconds / 100) / 10 });
}

/** An address without its scheme. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
