import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { scopeOf } from '../scopes.ts';
import { confirm } from './arguments.ts';
import { tool } from './tool.ts';

export const findOperation = tool({
  name: 'find_operation',
  title: 'Find an operation of the API',
  doc: 'Searches the operations of the API for what no other tool does. With an id: its parameters.',
  effect: 'reads',
  input: {
    words: z.string().optional().describe('Such as: mute topic.'),
    id: z.string().optional().describe('Id of one operation.'),
  },
  operations: [],
  scope: 'call_operations',
});

export const callOperation = tool({
  name: 'call_operation',
  title: 'Call an operation of the API',
  doc: 'Calls an operation that find_operation has described. The user is asked before anything is deleted or administered.',
  effect: 'destroys',
  input: {
    id: z.string(),
    arguments: z.record(z.string(), z.json()).default({}).describe('By the names of its parameters.'),
    confirm,
  },
  operations: [],
  scope: 'call_operations',
});

/** Operations that wait, belong to a client that stays, or show a page of the server. */
const notForModels: ReadonlySet<string> = new Set(['register-queue', 'get-events', 'delete-queue']);

/** Whether a model may call an operation by its name. Files and payloads do not fit into arguments. */
export function isCallable(endpoint: Endpoint): boolean {
  return (
    scopeOf(endpoint) !== null &&
    !notForModels.has(endpoint.id) &&
    endpoint.takesFile === undefined &&
    endpoint.takesPayload !== true &&
    endpoint.deprecated !== true
  );
}

/** Operations that take away something of the caller which is made again with one call. */
const harmless: ReadonlySet<string> = new Set([
  'remove-reaction',
  'unmute-user',
  'remove-alert-words',
  'delete-reminder',
]);
/** Operations that destroy or expose without being a DELETE. */
const grave: ReadonlySet<string> = new Set(['delete-topic', 'update-stream', 'report-message']);

/** Whether the user is asked before a model calls an operation. */
export function asksFirst(endpoint: Endpoint): boolean {
  if (endpoint.method === 'GET' || harmless.has(endpoint.id)) return false;
  return endpoint.method === 'DELETE' || scopeOf(endpoint) === 'administer' || grave.has(endpoint.id);
}
