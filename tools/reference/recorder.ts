import { checkAnswer } from '@parley/contract/check.ts';
import type { ArgumentsOf, Endpoint, ResultOf } from '@parley/contract/endpoint.ts';
import { operations as api } from '@parley/contract/endpoints.ts';
import type { ErrorCode } from '@parley/contract/errors.ts';
import type { JsonObject } from '@parley/contract/json-schema.ts';
import { setImmediate } from 'node:timers/promises';
import type { Exchange, Recorded } from '@parley/server/app/reference/recorded.ts';
import { hashPassword } from '@parley/server/organization/users/passwords.ts';
import type { TestServer } from '@parley/test-support/harness.ts';
import { type ExampleResponse, type Caller, type Performer, plainPerformer } from './perform.ts';

export const PASSWORD = 'the dome opens at dusk';

export type Actor = Caller & { readonly id: number };

type Options = {
  readonly files?: { readonly [name: string]: string };
  /** The body of an operation that takes a payload. */
  readonly payload?: JsonObject;
  /** Error code of an operation that always fails. */
  readonly refusedWith?: ErrorCode;
  /** User who polls for events during the call, for calls after which events cannot be fetched. */
  readonly waiting?: Actor;
};

/** Users of the scenarios, and functions that call operations and record them. */
export type Recorder = {
  readonly server: TestServer;
  /** An owner, an administrator and two members. */
  readonly iris: Actor;
  readonly mateo: Actor;
  readonly amara: Actor;
  readonly jonas: Actor;
  /** Calls an operation and records it for the reference. */
  readonly show: <E extends Endpoint>(
    endpoint: E,
    as: Actor | undefined,
    args: ArgumentsOf<E>,
    options?: Options,
  ) => Promise<ResultOf<E>>;
  /** Calls an operation without recording it; its events are recorded. */
  readonly prepare: <E extends Endpoint>(
    endpoint: E,
    as: Actor,
    args: ArgumentsOf<E>,
    options?: Options,
  ) => Promise<ResultOf<E>>;
  /** Calls an operation that must fail with a code, and records the error. */
  readonly refuse: <E extends Endpoint>(
    code: ErrorCode,
    endpoint: E,
    as: Caller | undefined,
    args: ArgumentsOf<E>,
    elsewhere?: Performer,
    files?: Options['files'],
  ) => Promise<void>;
  /** Adds a user to the organization. */
  readonly join: (name: string, role?: 100 | 200 | 300 | 400 | 600) => Promise<Actor>;
};

/** The recording so far, not normalized. */
export type Draft = {
  operations: Record<string, Recorded['operations'][string]>;
  events: Record<string, JsonObject>;
  errors: Record<string, Exchange>;
};

export async function openRecorder(
  server: TestServer,
  performer: Performer,
): Promise<{ stage: Recorder; recorded: Draft }> {
  const recorded: Draft = { operations: {}, events: {}, errors: {} };
  const plain = plainPerformer(server.url);
  const passwordHash = await hashPassword(PASSWORD);
  const join: Recorder['join'] = async (name, role = 400) => {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.org`;
    const { id, apiKey } = await server.user({
      fullName: name,
      email,
      role,
      passwordHash,
    });
    return { id, email, key: apiKey };
  };

  const perform = async (
    by: Performer,
    endpoint: Endpoint,
    as: Caller | undefined,
    args: JsonObject,
    { files = {} }: Options = {},
  ): Promise<JsonObject> => {
    const answer = await by.perform({ endpoint, as, args, files });
    demand(endpoint, args, answer, undefined);
    return answer.body;
  };

  const ears: Ear[] = [];
  const listen = async (as: Actor, can: JsonObject): Promise<void> => {
    const { queue_id, last_event_id } = (await perform(plain, api.registerQueue, as, {
      fetch_event_types: [],
      ...can,
    })) as { queue_id: string; last_event_id: number };
    ears.push({ as, queue: queue_id, last: last_event_id });
  };
  /** Fetches all events since the last call. */
  const hear = async (): Promise<Event[]> => {
    const heard: Event[] = [];
    for (const ear of ears) {
      const args = { queue_id: ear.queue, last_event_id: ear.last, dont_block: true };
      const { body } = await plain.perform({ endpoint: api.getEvents, as: ear.as, args, files: {} });
      const events = (body['events'] ?? []) as unknown as Event[];
      ear.last = events.at(-1)?.id ?? ear.last;
      heard.push(...events);
    }
    for (const event of heard) recorded.events[kindOf(event)] ??= event;
    return heard;
  };

  /** Starts a poll; resolves once it waits on the server, with a function that returns its events. */
  const wait = async (as: Actor): Promise<() => Promise<Event[]>> => {
    const { queue_id = '', last_event_id = -1 } = await perform(plain, api.registerQueue, as, { ...MODERN });
    const args = { queue_id, last_event_id };
    const answer = plain.perform({ endpoint: api.getEvents, as, args, files: {} });
    while (server.server.world.hub.size.waiting === 0) await setImmediate();
    return async () => {
      const events = (await answer).body['events'] as unknown as Event[];
      for (const event of events) recorded.events[kindOf(event)] ??= event;
      return events;
    };
  };

  const stage: Recorder = {
    server,
    join,
    iris: await join('Iris Lindqvist', 100),
    mateo: await join('Mateo Quispe', 200),
    amara: await join('Amara Okonkwo'),
    jonas: await join('Jonas Feld'),
    show: async (endpoint, as, args, options = {}) => {
      const { files, payload, waiting, refusedWith } = options;
      await hear();
      const overheard = waiting === undefined ? undefined : await wait(waiting);
      const { status, body } = await performer.perform({ endpoint, as, args, files: files ?? {}, payload });
      demand(endpoint, args, { status, body }, refusedWith);
      const heard = [...(await hear()), ...((await overheard?.()) ?? [])];
      const causes = [...new Set(heard.map(kindOf))].toSorted();
      recorded.operations[endpoint.id] ??= {
        operation: endpoint.id,
        ...(as === undefined ? {} : { as: { email: as.email, key: as.key } }),
        args: args,
        ...(files === undefined ? {} : { files }),
        ...(payload === undefined ? {} : { payload }),
        status,
        body,
        causes,
      };
      if (refusedWith !== undefined)
        recorded.errors[refusedWith] ??= { operation: endpoint.id, args, status, body };
      return body as never;
    },
    prepare: async (endpoint, as, args, options) => {
      const body = await perform(plain, endpoint, as, args, options);
      await hear();
      return body as never;
    },
    refuse: async (code, endpoint, as, args, elsewhere = plain, files = {}) => {
      const { status, body } = await elsewhere.perform({ endpoint, as, args, files });
      if (body['code'] !== code)
        throw new Error(`${endpoint.id} is not refused with ${code}: ${JSON.stringify(body)}`);
      recorded.errors[code] ??= {
        operation: endpoint.id,
        ...(as === undefined ? {} : { as: { email: as.email, key: as.key } }),
        args: shortened(args),
        status,
        body,
      };
    },
  };
  await listen(stage.iris, MODERN);
  await listen(stage.amara, MODERN);
  await listen(stage.jonas, {});
  return { stage, recorded };
}

/** Throws unless the response is a declared success or the expected error. */
function demand(
  endpoint: Endpoint,
  args: object,
  { status, body }: ExampleResponse,
  refusedWith: ErrorCode | undefined,
): void {
  const isExpected = refusedWith === undefined ? status === 200 : body['code'] === refusedWith;
  const problems = isExpected ? checkAnswer(endpoint, status, body) : [JSON.stringify(body)];
  if (problems.length > 0) throw new Error(`${endpoint.id} ${JSON.stringify(args)}: ${problems.join('; ')}`);
}

type Event = JsonObject & { readonly id: number; readonly type: string };
type Ear = { readonly as: Actor; readonly queue: string; last: number };

function kindOf({ type, op }: Event): string {
  return typeof op === 'string' ? `${type}/${op}` : type;
}

/** Capabilities of current clients; some events are only sent to clients without them. */
const MODERN = {
  apply_markdown: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    linkifier_url_template: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    individual_emoji_changes: true,
    streamed_messages: true,
  },
};

const LONG = 200;

function shortened(args: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > LONG ? `${value.slice(0, LONG)}…` : value,
    ]),
  );
}
