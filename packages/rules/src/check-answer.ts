import { checkAnswer } from '@parley/contract/check.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { declaredEndpoints, endpoints } from '@parley/contract/endpoints.ts';
import { BROWSER_PREFIX, spectatorEndpoints } from '@parley/contract/endpoints/spectators.ts';
import type { Answer, Request } from './wire.ts';

type Matcher = { readonly endpoint: Endpoint; readonly pattern: RegExp; readonly fixed: boolean };

function toPattern(endpoint: Endpoint, path: string): RegExp {
  return new RegExp(
    `^${path.replaceAll(/\{(\w+)(\*?)\}/g, (_all, name: string, rest: string) => {
      if (rest === '*') return '.+';
      return endpoint.parameters[name]?.schema.type === 'number' ? '\\d+' : '[^/]+';
    })}$`,
  );
}

/** Paths without parameters first, then numbers, then any text: `me` is not an address. */
function rank({ endpoint, fixed }: Matcher): number {
  return fixed ? 0 : Object.values(endpoint.parameters).some((p) => p.schema.type === 'number') ? 1 : 2;
}

function matchersOf(all: readonly Endpoint[]): readonly Matcher[] {
  return all
    .flatMap((endpoint) =>
      [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => ({
        endpoint,
        pattern: toPattern(endpoint, path),
        fixed: !path.includes('{'),
      })),
    )
    .toSorted((a, b) => rank(a) - rank(b));
}

const matchers = matchersOf([...endpoints, ...declaredEndpoints]);
const spectatorMatchers = matchersOf(spectatorEndpoints);

function operationAt(method: string, path: string, { below }: Request): Endpoint | undefined {
  return (below === BROWSER_PREFIX ? spectatorMatchers : matchers).find(
    ({ endpoint, pattern }) => endpoint.method === method && pattern.test(path),
  )?.endpoint;
}

/** Errors in any response, and in this one as the response of its operation. */
export function problemsOf(method: string, path: string, request: Request, answer: Answer): string[] {
  const { status, headers, text } = answer;
  if (status >= 500) return [`${method} ${path} answered ${status}: ${text.trim()}`];
  if (method === 'HEAD' || status === 204 || status === 302) return [];
  if (request.below !== undefined && request.below !== BROWSER_PREFIX) return [];
  const problems: string[] = [];
  if (headers['content-type']?.startsWith('application/json') !== true)
    problems.push(`${method} ${path} answered with content type ${headers['content-type']}`);
  if (!text.endsWith('}\n') || text.endsWith('\n\n'))
    problems.push(`${method} ${path} answered without one newline at the end`);
  const operation = operationAt(method, path, request);
  if (status === 405 || operation === undefined || isOverridden(request)) return problems;
  return [...problems, ...checkAnswer(operation, status, answer.body)];
}

function isOverridden({ form }: Request): boolean {
  return form !== undefined && !Array.isArray(form) && 'method' in form;
}
