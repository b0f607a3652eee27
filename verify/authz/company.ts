import type { Answer } from '@parley/rules/wire.ts';
import { enlist, kinds, type Actor, type Stage } from './cast.ts';

/** All actors, each with an open queue. */
export type Company = {
  of(kind: string): Actor;
  all(): readonly Actor[];
  /** Replaces a user who was used up by a new one. */
  renew(kind: string): Promise<void>;
  /** Events that each user has received since the last call. */
  heard(): Promise<readonly Heard[]>;
};
export type Event = Readonly<Record<string, unknown>> & { readonly id: number; readonly type: string };
export type Heard = { readonly actor: Actor; readonly events: readonly Event[] };

type Ear = { queue: string; last: number };

export async function gather(stage: Stage): Promise<Company> {
  const actors = new Map<string, Actor>();
  const ears = new Map<string, Ear>();
  const listen = async (actor: Actor): Promise<void> => {
    ears.delete(actor.who.kind);
    if (!actor.who.enters) return;
    const form = {
      fetch_event_types: [],
      client_capabilities: {
        notification_settings_null: true,
        user_list_incomplete: true,
        archived_channels: true,
        include_deactivated_groups: true,
        linkifier_url_template: true,
      },
    };
    const answer = await stage.ask('POST', '/register', { as: actor.as, host: actor.host, form });
    // A user who was just used up receives nothing more.
    if (answer.status !== 200) return;
    ears.set(actor.who.kind, {
      queue: String(answer.at('queue_id')),
      last: Number(answer.at('last_event_id')),
    });
  };
  const renew = async (kind: string): Promise<void> => {
    const actor = await enlist(stage, kind);
    actors.set(kind, actor);
    await listen(actor);
  };
  for (const kind of Object.keys(kinds)) await renew(kind);
  const hear = async (actor: Actor): Promise<Heard> => {
    const ear = ears.get(actor.who.kind);
    if (ear === undefined) return { actor, events: [] };
    const answer = await poll(stage, actor, ear);
    if (answer.status !== 200) {
      // A queue ends when its owner comes to see less; a client then registers again, and so does this one.
      await listen(actor);
      return { actor, events: [] };
    }
    const events = answer.at('events') as Event[];
    ear.last = events.at(-1)?.id ?? ear.last;
    return { actor, events };
  };
  return {
    of: (kind) => {
      const actor = actors.get(kind);
      if (actor === undefined) throw new Error(`Nobody is called ${kind}.`);
      return actor;
    },
    all: () => [...actors.values()],
    renew,
    heard: () => Promise.all([...actors.values()].map(hear)),
  };
}

function poll(stage: Stage, actor: Actor, { queue, last }: Ear): Promise<Answer> {
  return stage.ask('GET', '/events', {
    as: actor.as,
    host: actor.host,
    query: { queue_id: queue, last_event_id: last, dont_block: true },
  });
}
