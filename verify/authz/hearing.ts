import type { Actor, Stage } from './cast.ts';
import type { Event, Heard } from './company.ts';
import {
  isAdmin,
  isGuest,
  personalEvents,
  seesChannel,
  sharedEvents,
  type Policy,
  type Relation,
} from './policy.ts';
import { readsMessage } from './message-policy.ts';
import type { Target } from './targets.ts';

/** The call that has just been made. */
type Happened = {
  readonly policy: Policy;
  readonly actor: Actor;
  readonly target: Target;
  /** Text that the actor sent, which may come back. */
  readonly said: string;
  /** The relation of the target after the call. */
  readonly relation: Relation;
};

/** Events that reached a user who has no right to them. */
export function wrongHearing(
  stage: Stage,
  heard: readonly Heard[],
  happened: Happened,
): (readonly [string, string])[] {
  return heard.flatMap(({ actor, events }) =>
    events.flatMap((event) => {
      const text = JSON.stringify(event);
      const words =
        happened.policy.becomes === undefined ? stage.canaries.sung(actor.who, text, happened.said) : [];
      const problem = words.length > 0 ? `it names ${words.join(', ')}` : objection(actor, event, happened);
      return problem === undefined
        ? []
        : [[`${actor.who.kind} does not hear of it`, `${problem}: ${text.slice(0, 300)}`] as const];
    }),
  );
}

function objection(listener: Actor, event: Event, happened: Happened): string | undefined {
  const { who } = listener;
  if (who.elsewhere !== happened.actor.who.elsewhere) return 'it is of another organization';
  if (sharedEvents.has(event.type)) return undefined;
  if (personalEvents.has(event.type)) return isAbout(listener, happened) ? undefined : 'it is personal';
  switch (event.type) {
    case 'realm_bot':
      return isAdmin(who) || isAbout(listener, happened) ? undefined : 'it is for those who keep the bot';
    case 'invites_changed':
      return isAdmin(who) || isAbout(listener, happened) ? undefined : 'it is for administrators';
    case 'realm_export':
    case 'realm_export_consent':
      return isAdmin(who) ? undefined : 'it is for administrators';
    case 'default_streams':
      return isGuest(who) ? 'it is not for guests' : undefined;
    case 'stream':
      return event['op'] === 'delete' ? undefined : ofChannel(listener, event, happened);
    case 'subscription':
      if (event['op'] === 'peer_add' || event['op'] === 'peer_remove')
        return ofChannel(listener, event, happened);
      return isAbout(listener, happened) ? undefined : 'it is personal';
    case 'message':
    case 'update_message':
    case 'delete_message':
    case 'reaction':
    case 'submessage':
    case 'message_piece':
      return ofMessage(listener, happened);
    case 'typing':
    case 'typing_edit_message':
    case 'update_message_flags':
      return happened.policy.axis === 'channel' ? ofMessage(listener, happened) : ofUsers(listener, happened);
    default:
      return `no rule says who hears of ${event.type}`;
  }
}

/** A new message is for the subscribers of its channel; later changes are for every user who may read it. */
function ofMessage(listener: Actor, happened: Happened): string | undefined {
  const { policy, relation } = happened;
  if (policy.becomes !== undefined || isAbout(listener, happened)) return undefined;
  if (policy.axis === 'channel')
    return listener.who.subscribed || readsInside(listener, relation)
      ? undefined
      : 'the channel is not theirs';
  if (policy.axis === 'message')
    return readsMessage(listener.who, relation) && !relation.includes('direct')
      ? undefined
      : 'the message is hidden';
  return 'it is between others';
}

/** Topics are deleted for all who read the channel. */
function readsInside({ who }: Actor, relation: Relation): boolean {
  return relation === 'web-public' || (relation === 'public' && !isGuest(who));
}

function ofUsers(listener: Actor, happened: Happened): string | undefined {
  return isAbout(listener, happened) ? undefined : 'it is personal';
}

/** Whether a user is the actor or the target of the change. */
function isAbout(listener: Actor, { policy, actor, target }: Happened): boolean {
  return listener.who.kind === actor.who.kind || (policy.axis === 'user' && listener.id === target.id);
}

function ofChannel(listener: Actor, event: Event, { policy, target, relation, actor }: Happened) {
  if (policy.axis !== 'channel' || !channelsIn(event).includes(target.id)) return undefined;
  if (relation === 'missing' || relation === 'foreign') return undefined;
  if (listener.who.kind === actor.who.kind) return undefined;
  return seesChannel(listener.who, relation) ? undefined : 'the channel is hidden';
}

function channelsIn(event: Event): number[] {
  const { stream_id, stream_ids, streams } = event as {
    stream_id?: number;
    stream_ids?: number[];
    streams?: { stream_id: number }[];
  };
  return [
    ...(stream_id === undefined ? [] : [stream_id]),
    ...(stream_ids ?? []),
    ...(streams ?? []).map((channel) => channel.stream_id),
  ];
}
