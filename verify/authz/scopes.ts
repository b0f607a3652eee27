import { endpoints } from '@parley/contract/endpoints.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { limitableScopes, scopeNames, type Scope } from '@parley/contract/scopes.ts';
import type { Answer } from '@parley/rules/wire.ts';
import { credentialsOf, HOME, openStage, type Stage } from './cast.ts';
import { limitedOperations, operationScopes, pageScopes } from './scope-policy.ts';

type Target = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly below?: string;
};
type Wanted = { readonly name: string; readonly scopes: readonly Scope[]; readonly isLimited: boolean };
/** Whether a call is let through, and the scope that its refusal names. */
type Expected = { readonly isOpen: boolean; readonly scope: Scope | null };
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
 * Calls every operation and page with a grant of each scope, with one of all scopes, and with one that is limited to a channel: the grant of
 * the named scope comes as far as the key of its user does, each other one is refused with the name of the scope, and changes nothing.
 */
export async function runScopes(only: string | undefined, say: (line: string) => void): Promise<ScopeResult> {
  const stage = await openStage();
  try {
    const grants: readonly Wanted[] = [
      ...scopeNames.map((scope) => ({ name: scope, scopes: [scope], isLimited: false })),
      { name: 'all scopes', scopes: scopeNames, isLimited: false },
      { name: 'a channel', scopes: limitableScopes, isLimited: true },
    ];
    const wrongs: string[] = [];
    const targets = targetsOf(only);
    for (const wanted of grants) {
      const as = await grantOf(stage, wanted);
      for (const [target, needed] of targets) {
        const problem = await askWith(stage, as, target, expectedOf(wanted, target, needed));
        if (problem === undefined) continue;
        wrongs.push(`${target.name} | ${wanted.name} | ${problem}`);
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

function expectedOf({ scopes, isLimited }: Wanted, { name }: Target, needed: Scope | null): Expected {
  if (needed === null || !scopes.includes(needed)) return { isOpen: false, scope: needed };
  const isKept = !isLimited || needed === 'see_directory' || limitedOperations.has(name);
  return { isOpen: isKept, scope: null };
}

async function grantOf(stage: Stage, { scopes, isLimited }: Wanted) {
  const owner = await stage.server.user({ role: 100 });
  const limits = isLimited ? { channels: [stage.toOpen] } : {};
  const made = await stage.must(owner, 'POST', '/grants', { name: 'a script', scopes, ...limits });
  return { ...credentialsOf(owner), key: String(made.at('token')) };
}

async function askWith(
  stage: Stage,
  as: { readonly email: string; readonly key: string },
  { method, path, below }: Target,
  { isOpen, scope }: Expected,
): Promise<string | undefined> {
  const before = isOpen ? '' : await stage.heads();
  const answer = await stage.ask(method, path, { as, host: HOME, ...(below === undefined ? {} : { below }) });
  if (isOpen) return isRefused(answer) || answer.status === 401 ? `opens, got ${textOf(answer)}` : undefined;
  if (!isRefused(answer) || answer.body['scope'] !== scope)
    return `refused with ${scope ?? 'null'}, got ${textOf(answer)}`;
  return (await stage.heads()) === before ? undefined : 'the log stays, and it grew';
}

function isRefused({ status, body }: Answer): boolean {
  return status === 403 && body['code'] === 'SCOPE_REQUIRED';
}

function textOf({ status, text }: Answer): string {
  return `${status} ${text.trim().slice(0, 120)}`;
}
