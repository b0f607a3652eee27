import { errorCodesOf, type Endpoint } from '@parley/contract/endpoint.ts';
import { endpoints } from '@parley/contract/endpoints.ts';
import { errors, type ErrorCode } from '@parley/contract/errors.ts';
import type { EventDeclaration } from '@parley/contract/event.ts';
import { events } from '@parley/contract/events.ts';
import type { JsonObject } from '@parley/contract/json-schema.ts';
import { openApiDocument } from '@parley/contract/openapi.ts';
import { listIntegrations, type IntegrationEntry } from './integrations.ts';
import { readRecorded, type Recorded } from './recorded.ts';

export type Operation = {
  readonly endpoint: Endpoint;
  readonly topic: string;
  readonly href: string;
};
export type Topic = { readonly title: string; readonly operations: readonly Operation[] };
/** The events of one type, which share a page. */
export type EventType = {
  readonly type: string;
  readonly href: string;
  readonly kinds: readonly EventDeclaration[];
};
export type ObjectType = {
  readonly name: string;
  readonly href: string;
  readonly doc: string;
  readonly schema: JsonObject;
};

/** The content of the reference, derived from the contract and the recorded examples. */
export type Catalogue = {
  readonly topics: readonly Topic[];
  readonly operations: readonly Operation[];
  readonly events: readonly EventType[];
  readonly errorCodes: readonly ErrorCode[];
  readonly objects: readonly ObjectType[];
  readonly integrations: readonly IntegrationEntry[];
  readonly document: JsonObject;
  readonly recorded: Recorded;
};

/** The topics that authors of bots need first; other topics follow in the order of the contract. */
const FIRST_TOPICS = ['messages', 'events', 'channels', 'users'];

export function readCatalogue(recorded: Recorded = readRecorded()): Catalogue {
  const document = openApiDocument();
  const tags = [...new Set([...FIRST_TOPICS, ...endpoints.map(({ tag }) => tag)])];
  const topics = tags.map((tag) => ({
    title: titleOf(tag),
    operations: endpoints
      .filter((endpoint) => endpoint.tag === tag)
      .map((endpoint) => ({ endpoint, topic: titleOf(tag), href: `/api/${endpoint.id}` })),
  }));
  const types = Map.groupBy<string, EventDeclaration>(events, ({ type }) => type);
  const { schemas } = document['components'] as { schemas: Record<string, JsonObject> };
  return {
    topics,
    operations: topics.flatMap(({ operations }) => operations),
    events: [...types]
      .map(([type, kinds]) => ({ type, href: `/api/events/${type}`, kinds }))
      .toSorted((a, b) => (a.type < b.type ? -1 : 1)),
    errorCodes: Object.keys(errors) as ErrorCode[],
    objects: Object.entries(schemas)
      .filter(([name]) => isObjectName(name))
      .map(([name, schema]) => ({ name, href: `/api/objects/${name}`, doc: descriptionOf(schema), schema })),
    integrations: listIntegrations(),
    document,
    recorded,
  };
}

/** Errors and events are named schemas too, but have pages of their own. */
export function isObjectName(name: string): boolean {
  return !name.startsWith('Error_') && !name.endsWith('Event');
}

export function kindOf({ type, op }: { type: string; op: string | null }): string {
  return op === null ? type : `${type}/${op}`;
}

/** Operations that declare the error code themselves; codes common to all operations are not declared. */
export function whoAnswers({ operations }: Catalogue, code: ErrorCode): readonly Operation[] {
  return operations.filter(({ endpoint }) => endpoint.errors.includes(code));
}

/** Whether the operation has the code only because nearly every operation does. */
export function isCommon(endpoint: Endpoint, code: ErrorCode): boolean {
  return errorCodesOf(endpoint).includes(code) && !endpoint.errors.includes(code);
}

function descriptionOf({ description }: JsonObject): string {
  return typeof description === 'string' ? description : '';
}

function titleOf(tag: string): string {
  const words = tag.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
