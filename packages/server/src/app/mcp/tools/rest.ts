import { endpoints } from '@parley/contract/endpoints.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { schemaWriter } from '@parley/contract/json-schema.ts';
import { scopeOf } from '@parley/contract/scopes.ts';
import { asksFirst, callOperation, findOperation, isCallable } from '@parley/contract/tools/rest.ts';
import { badRequest } from '../../../engine/api-error.ts';
import type { ToolAnswer } from '../answer.ts';
import { named, quoted, shortened } from '../fence.ts';
import { runs } from '../tool-call.ts';

const callable: ReadonlyMap<string, Endpoint> = new Map(
  endpoints.filter(isCallable).map((endpoint) => [endpoint.id, endpoint]),
);

/** Operations in one answer of the search. */
const MAX_FOUND = 10;
/** Characters of the result of an operation. */
const MAX_RESULT_LENGTH = 20_000;

const find = runs(findOperation, ({ account }, { words, id }): Promise<ToolAnswer> => {
  if (id !== undefined) return Promise.resolve({ says: described(operationOf(id)) });
  const found = ranked(words ?? '').slice(0, MAX_FOUND);
  const { scopes } = account.credential;
  const lines = found.map((endpoint) => {
    const scope = scopeOf(endpoint);
    const lacks = scope !== null && scopes?.has(scope) !== true ? ` (the token lacks ${scope})` : '';
    return `${endpoint.id}: ${endpoint.summary}${lacks}`;
  });
  return Promise.resolve({
    says: lines.length === 0 ? 'No operation has these words.' : lines.join('\n'),
    next: 'Ask with an id for the parameters.',
  });
});

/** Operations by how many of the words they have, in the name more than in the description. */
function ranked(words: string): Endpoint[] {
  const wanted = words.toLowerCase().match(/[a-z]{2,}/g) ?? [];
  const scored = [...callable.values()].map((endpoint) => {
    const { id, summary, synonyms = [], doc } = endpoint;
    const name = [id, summary, ...synonyms].join(' ').toLowerCase();
    const text = doc.toLowerCase();
    const score = wanted.reduce(
      (sum, word) => sum + (name.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0),
      0,
    );
    return { endpoint, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ endpoint }) => endpoint);
}

function operationOf(id: string): Endpoint {
  const endpoint = callable.get(id);
  if (endpoint === undefined)
    throw badRequest('There is no such operation for assistants. Search with find_operation.');
  return endpoint;
}

function described(endpoint: Endpoint): string {
  const writer = schemaWriter('#/schemas/');
  const parameters = Object.entries(endpoint.parameters)
    .filter(([, { deprecated }]) => deprecated !== true)
    .map(([name, { schema, absence, doc }]) => {
      const shape = JSON.stringify(writer.write(schema, 'input'));
      return `- ${name} (${absence === 'error' ? 'required' : 'optional'}): ${doc} ${shape}`;
    });
  const shared = writer.named();
  return [
    `${endpoint.id} (${endpoint.method} ${endpoint.path}, scope ${scopeOf(endpoint)}): ${endpoint.doc}`,
    ...(asksFirst(endpoint) ? ['The user is asked first.'] : []),
    ...(parameters.length === 0 ? ['It has no parameters.'] : parameters),
    ...(Object.keys(shared).length === 0 ? [] : [`Schemas: ${JSON.stringify(shared)}`]),
  ].join('\n');
}

const call = runs(
  callOperation,
  async (toolCall, { id, arguments: args }): Promise<ToolAnswer> => {
    const endpoint = operationOf(id);
    const unknown = Object.keys(args).find((name) => !Object.hasOwn(endpoint.parameters, name));
    if (unknown !== undefined) throw badRequest(`The operation has no parameter ${named(unknown)}.`);
    const { result: _result, msg: _msg, ...rest } = await toolCall.call(endpoint, args);
    const { text, isCut } = shortened(JSON.stringify(rest), MAX_RESULT_LENGTH);
    return {
      says: `${id} succeeded.`,
      data: quoted(text),
      next: isCut ? 'The result is longer than this. Ask for less.' : undefined,
    };
  },
  (_toolCall, { id, arguments: args }) => {
    const endpoint = operationOf(id);
    if (!asksFirst(endpoint)) return Promise.resolve(undefined);
    const { text } = shortened(JSON.stringify(args), 500);
    return Promise.resolve(`${endpoint.summary} (${id}) with ${text}?`);
  },
);

export const rest = [find, call];
