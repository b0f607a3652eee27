import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { Json, JsonObject } from '@parley/contract/json-schema.ts';
import type { Catalogue } from './catalogue.ts';
import type { Recorded } from './recorded.ts';

/** A mutable part of the document. */
type Node = { [key: string]: Node | undefined };

/** The OpenAPI document with the recorded exchanges as its examples. */
export function documentWithExamples({ document, operations, recorded }: Catalogue): JsonObject {
  const copy = structuredClone(document) as unknown as Node;
  for (const { endpoint } of operations) {
    const operation = copy['paths']?.[endpoint.path.replaceAll('*}', '}')]?.[endpoint.method.toLowerCase()];
    if (operation === undefined) continue;
    const exchange = recorded.operations[endpoint.id];
    if (exchange !== undefined) addExchange(operation, endpoint, exchange);
    addErrors(operation, recorded);
  }
  return copy as unknown as JsonObject;
}

function addExchange(
  operation: Node,
  endpoint: Endpoint,
  { args, body, causes }: Recorded['operations'][string],
): void {
  for (const parameter of Object.values(operation['parameters'] ?? {})) {
    const value = args[textOf(parameter?.['name'])];
    if (parameter === undefined || value === undefined) continue;
    set(parameter['content']?.['application/json'] ?? parameter, 'example', value);
  }
  const sent = Object.fromEntries(
    Object.entries(args).filter(([name]) => endpoint.parameters[name]?.travel !== 'path'),
  );
  for (const content of Object.values(operation['requestBody']?.['content'] ?? {}))
    set(content, 'example', sent);
  // The response without a result is a component shared by many operations, so it has no content here.
  set(operation['responses']?.['200']?.['content']?.['application/json'], 'example', body);
  if (causes.length > 0) set(operation, 'x-causes-events', [...causes]);
}

function addErrors(operation: Node, { errors }: Recorded): void {
  for (const [status, response] of Object.entries(operation['responses'] ?? {})) {
    const codes = textOf(response?.['description']);
    const matching = Object.entries(errors).filter(
      ([code, exchange]) => String(exchange.status) === status && codes.includes(`\`${code}\``),
    );
    if (matching.length === 0) continue;
    const examples = Object.fromEntries(matching.map(([code, { body }]) => [code, { value: body }]));
    const content = response?.['content']?.['application/json'];
    // Some errors share the status of the success, and a response has one example or several named ones.
    const done = content?.['example'] as Json | undefined;
    delete content?.['example'];
    set(content, 'examples', { ...(done === undefined ? {} : { done: { value: done } }), ...examples });
  }
}

function textOf(leaf: unknown): string {
  return typeof leaf === 'string' ? leaf : '';
}

function set(target: Node | undefined, key: string, value: Json): void {
  if (target !== undefined) (target as { [key: string]: unknown })[key] = value;
}
