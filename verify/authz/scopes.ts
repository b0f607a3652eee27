import { endpoints } from '@parley/contract/endpoints.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { scopeNames, type Scope } from '@parley/contract/scopes.ts';
import type { Answer } from '@parley/rules/wire.ts';
import { credentialsOf, HOME, openStage, type Stage } from './cast.ts';
import { operationScopes, pageScopes } from './scope-policy.ts';

type Target = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly below?: string;
};
export type ScopeResult = { readonly cells: number; readonly wrongs: readonly string[] };

const asked = endpoints.filter(({ auth }) => auth === 'basic');

/** Operations that the policy of scopes leaves out, and names in it that are no operations. */
export function scopeGaps(): string[] {
  const known = new Set(asked.map(({ id }) => id));
  return [
    ...[...known].filter((id) => !operationScopes.has(id)).map((id) => `${id}: no scope`),
    ...[...operationScopes.keys()].filter((id) => !known.has(id)).map((id) => `${id}: no such operation`),
  ];
}

/**
 * Calls every operation and page with a grant of each scope, and with one of all scopes: the grant of the named scope comes as far as the
 * key of its user does, each other one is refused with the name of the scope, and changes nothing.
 */
export async function runScopes(only: string | undefined, say: (line: string) => void): Promise<ScopeResult> {
  const stage = await openStage();
  try {
    const grants = [...scopeNames.map((scope) => [scope]), scopeNames];
    const wrongs: string[] = [];
    const targets = targetsOf(only);
    for (const scopes of grants) {
      const as = await grantOf(stage, scopes);
      for (const [target, needed] of targets) {
        const problem = await askWith(stage, as, target, needed !== null && scopes.includes(needed), needed);
        if (problem === undefined) continue;
        wrongs.push(`${target.name} | ${scopes.length === 1 ? (scopes[0] ?? '') : 'all'} | ${problem}`);
        say(`  wrong: ${wrongs.at(-1) ?? ''}`);
      }
    }
    return { cells: targets.length * grants.length, wrongs };
  } finally {
    await stage.end();
  }
}

function targetsOf(only = ''): (readonly [Target, Scope | null])[] {
  const operations = asked.map((endpoint): readonly [Target, Scope | null] => [
    { name: endpoint.id, method: endpoint.method, path: pathOf(endpoint) },
    operationScopes.get(endpoint.id) ?? null,
  ]);
  const pages = Object.entries(pageScopes).map(([path, scope]): readonly [Target, Scope | null] => [
    { name: path, method: path.includes('tus') ? 'POST' : 'GET', path, below: '' },
    scope,
  ]);
  return [...operations, ...pages].filter(([{ name }]) => name.includes(only));
}

/** Nothing has this id, so an operation that is reached finds nothing. */
const NOTHING = 999_999;

function pathOf({ path, parameters }: Endpoint): string {
  return path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) =>
    parameters[name]?.schema.type === 'number' ? String(NOTHING) : 'nothing',
  );
}

async function grantOf(stage: Stage, scopes: readonly Scope[]) {
  const owner = await stage.server.user({ role: 100 });
  const made = await stage.must(owner, 'POST', '/grants', { name: 'a script', scopes });
  return { ...credentialsOf(owner), key: String(made.at('token')) };
}

async function askWith(
  stage: Stage,
  as: { readonly email: string; readonly key: string },
  { method, path, below }: Target,
  isOpen: boolean,
  needed: Scope | null,
): Promise<string | undefined> {
  const before = isOpen ? '' : await stage.heads();
  const answer = await stage.ask(method, path, { as, host: HOME, ...(below === undefined ? {} : { below }) });
  if (isOpen) return isRefused(answer) || answer.status === 401 ? `opens, got ${textOf(answer)}` : undefined;
  if (!isRefused(answer) || answer.body['scope'] !== needed)
    return `refused with ${needed ?? 'null'}, got ${textOf(answer)}`;
  return (await stage.heads()) === before ? undefined : 'the log stays, and it grew';
}

function isRefused({ status, body }: Answer): boolean {
  return status === 403 && body['code'] === 'SCOPE_REQUIRED';
}

function textOf({ status, text }: Answer): string {
  return `${status} ${text.trim().slice(0, 120)}`;
}
