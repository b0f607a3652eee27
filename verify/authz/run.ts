import { endpoints } from '@parley/contract/endpoints.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import type { Answer } from '@parley/rules/wire.ts';
import { asks, befores, type Call } from './asks.ts';
import { credentialsOf, kinds, openStage, whoIs, type Actor, type Stage } from './cast.ts';
import { there } from './canaries.ts';
import { gather, type Company } from './company.ts';
import { wrongHearing } from './hearing.ts';
import { messageAsks, messageBefores } from './message-asks.ts';
import { messagePolicies } from './message-policy.ts';
import { pagePolicies } from './page-policy.ts';
import { mediaPages, pageAsks } from './pages.ts';
import {
  policies as otherPolicies,
  relations,
  verdictOf,
  type Policy,
  type Relation,
  type Verdict,
} from './policy.ts';
import { makeTarget, type Target } from './targets.ts';

export type Cell = {
  readonly policy: Policy;
  readonly kind: string;
  readonly relation: Relation;
  readonly verdict: Verdict;
};
export type Wrong = { readonly cell: Cell; readonly expected: string; readonly got: string };
export type Row = { readonly operation: string; cells: number; wrong: number };
export type Result = {
  readonly rows: readonly Row[];
  readonly wrongs: readonly Wrong[];
  readonly cells: number;
  readonly allowed: number;
  readonly events: number;
};

const policies: readonly Policy[] = [...otherPolicies, ...messagePolicies, ...pagePolicies];
const allAsks = { ...asks, ...messageAsks };
const allBefores = { ...befores, ...messageBefores };

export function nameOf({ operation, way }: Policy): string {
  return way === undefined ? operation : `${operation}/${way}`;
}

/** Operations that the policy or the list of calls leaves out. */
export function gaps(): string[] {
  const spoken = new Set(policies.map(({ operation }) => operation));
  // Webhooks have the key of one account in the address and send as it, so `send-message` speaks for them.
  const called = endpoints.filter(({ auth }) => auth !== 'query');
  const operations = [...called.map(({ id }) => id), ...mediaPages];
  const known = new Set(operations);
  const isCalled = (policy: Policy): boolean =>
    allAsks[nameOf(policy)] !== undefined || pageAsks[policy.operation] !== undefined;
  return [
    ...operations.filter((id) => !spoken.has(id)).map((id) => `${id}: no policy`),
    ...[...spoken].filter((id) => !known.has(id)).map((id) => `${id}: no such operation`),
    ...policies.filter((policy) => !isCalled(policy)).map((p) => `${nameOf(p)}: no call`),
  ];
}

/** The whole table: every way to call an operation, by everybody, about everything. */
export function tableOf(only: string | undefined): Cell[] {
  return policies
    .filter((policy) => only === undefined || nameOf(policy).includes(only))
    .flatMap((policy) =>
      Object.keys(kinds).flatMap((kind) =>
        relations[policy.axis].flatMap((relation) => {
          const verdict = verdictOf(policy, whoIs(kind), relation);
          return verdict === undefined ? [] : [{ policy, kind, relation, verdict }];
        }),
      ),
    );
}

/**
 * About as many cells as wanted, the same for the same seed. Visitors try everything that is open to them in every
 * sample: a hole there is open to the whole web.
 */
export function sample(cells: readonly Cell[], wanted: number, seed: number): Cell[] {
  const random = seeded(seed);
  const share = wanted / cells.length;
  return cells.filter((cell) => random.chance(share) || isOpenToVisitor(cell));
}

function isOpenToVisitor({ policy, kind }: Cell): boolean {
  return whoIs(kind).visits && policy.visitors !== undefined;
}

export async function run(cells: readonly Cell[], say: (line: string) => void): Promise<Result> {
  const stage = await openStage();
  try {
    return await runOn(stage, cells, say);
  } finally {
    await stage.end();
  }
}

async function runOn(stage: Stage, cells: readonly Cell[], say: (line: string) => void): Promise<Result> {
  const company = await gather(stage);
  const things = keepThings(stage, company);
  const rows = new Map<string, Row>();
  const wrongs: Wrong[] = [];
  let events = 0;
  let done = 0;
  for (const cell of cells) {
    const name = nameOf(cell.policy);
    const row = rows.get(name) ?? { operation: name, cells: 0, wrong: 0 };
    rows.set(name, row);
    const found = await askCell(stage, company, things, cell).catch((error: unknown) => ({
      problems: [['an answer', error instanceof Error ? error.message : String(error)] as const],
      events: 0,
    }));
    events += found.events;
    row.cells += 1;
    if (found.problems.length > 0) row.wrong += 1;
    for (const [expected, got] of found.problems) {
      wrongs.push({ cell, expected, got });
      say(`  wrong: ${name} | ${cell.kind} | ${cell.relation} | expected ${expected} | got ${got}`);
    }
    done += 1;
    if (done % 500 === 0) say(`  ${done} of ${cells.length} cells, ${wrongs.length} wrong`);
  }
  const allowed = cells.filter(({ verdict }) => verdict.allow).length;
  return { rows: [...rows.values()], wrongs, cells: cells.length, allowed, events };
}

type Problem = readonly [expected: string, got: string];
type Found = { readonly problems: readonly Problem[]; readonly events: number };

async function askCell(
  stage: Stage,
  company: Company,
  things: Things,
  { policy, kind, relation, verdict }: Cell,
): Promise<Found> {
  const spendsAll = verdict.allow && policy.spends === 'organization';
  const actor = spendsAll ? await ownerOfNothing(stage, kind) : company.of(kind);
  const target = await things.of(policy, relation, actor);
  if (verdict.allow) await allBefores[nameOf(policy)]?.(target, actor, stage);
  const watched = verdict.allow && policy.changes && !spendsAll;
  if (watched) await company.heard();
  const before = await stage.heads();
  const { answer, said } = await call(stage, policy, actor, target);
  const problems = [...wrongAnswer(verdict, answer)];
  for (const word of stage.canaries.sung(actor.who, answer.text, said))
    problems.push(['no word of others', `the answer contains ${word}: ${answer.text.slice(0, 200)}`]);
  if (!verdict.allow) {
    const after = await stage.heads();
    const isWarning = policy.warns?.(actor.who, relation) === true;
    if (after !== before && !isWarning) problems.push([`the logs stay at ${before}`, after]);
    if (verdict.likeMissing && relation !== 'missing')
      problems.push(...(await differsFromMissing(stage, things, policy, actor, target, answer)));
  }
  let events = 0;
  if (watched) {
    const heard = await company.heard();
    events = heard.reduce((sum, one) => sum + one.events.length, 0);
    const become = policy.becomes ?? relation;
    problems.push(...wrongHearing(stage, heard, { policy, actor, target, said, relation: become }));
  }
  if ((verdict.allow || problems.length > 0) && policy.changes) {
    things.drop(policy, relation);
    if (policy.spends === 'actor') {
      await company.renew(kind);
      things.dropAll();
    }
  }
  return { problems, events };
}

function wrongAnswer(verdict: Verdict, { status, text, body }: Answer): Problem[] {
  const got = `${status} ${text.trim().slice(0, 200)}`;
  if (verdict.allow) {
    const { status: expected = 200 } = verdict;
    return status === expected ? [] : [[String(expected), got]];
  }
  const right = status === verdict.status && body['code'] === verdict.code;
  return right ? [] : [[`${verdict.status} ${verdict.code}`, got]];
}

async function differsFromMissing(
  stage: Stage,
  things: Things,
  policy: Policy,
  actor: Actor,
  target: Target,
  answer: Answer,
): Promise<Problem[]> {
  const missing = await things.of(policy, 'missing', actor);
  const other = await call(stage, policy, actor, missing);
  const [mine, theirs] = [plain(answer, target), plain(other.answer, missing)];
  return mine === theirs ? [] : [[`as for a thing that does not exist: ${theirs}`, mine]];
}

/** An answer without what the asker said. */
function plain({ status, text }: Answer, { id, name }: Target): string {
  const unnamed = name === '' ? text : text.replaceAll(name, '…');
  return `${status} ${unnamed.replaceAll(String(id), '…').trim()}`;
}

const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));

async function call(
  stage: Stage,
  policy: Policy,
  actor: Actor,
  target: Target,
): Promise<{ answer: Answer; said: string }> {
  const page = pageAsks[policy.operation];
  if (page !== undefined) return callPage(stage, actor, await page(target, actor, stage));
  const endpoint = byId.get(policy.operation);
  const ask = allAsks[nameOf(policy)];
  if (endpoint === undefined || ask === undefined) throw new Error(`${nameOf(policy)} cannot be called.`);
  const made = await ask(target, actor, stage);
  const { as, host } = actor;
  const fields = made.fields ?? {};
  const travel = endpoint.method === 'GET' ? { query: fields } : { form: fields };
  const path = pathOf(endpoint, made);
  const { files } = made;
  const body = files === undefined ? travel : { multipart: fields, files };
  const below = actor.who.visits ? { below: BROWSER_PREFIX } : {};
  const answer = await stage.ask(endpoint.method, path, { as, host, ...below, ...body });
  return { answer, said: `${path} ${JSON.stringify(fields)} ${as?.email ?? ''}` };
}

/** Where a page leads is what it says. */
async function callPage(
  stage: Stage,
  { as, host }: Actor,
  path: string,
): Promise<{ answer: Answer; said: string }> {
  const answer = await stage.ask('GET', path, { as, host, below: '' });
  const text = `${answer.text}${answer.headers.location ?? ''}`;
  return { answer: { ...answer, text }, said: `${path} ${as?.email ?? ''}` };
}

export function pathOf({ path }: Endpoint, { path: values = {} }: Call): string {
  return path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** Targets of calls, kept until a call may have changed them. */
export type Things = {
  of(policy: Policy, relation: Relation, actor: Actor): Promise<Target>;
  drop(policy: Policy, relation: Relation): void;
  dropAll(): void;
};

const PER_ACTOR: ReadonlySet<Relation> = new Set(['own', 'self', 'own bot', 'own direct', 'direct to me']);

export function keepThings(stage: Stage, company: Company): Things {
  const kept = new Map<string, Target>();
  const keyOf = ({ axis }: Policy, relation: Relation): string => `${axis} ${relation}`;
  return {
    of: async (policy, relation, actor) => {
      const own = PER_ACTOR.has(relation) ? `${actor.who.kind} ${actor.id}` : actor.host;
      const key = `${keyOf(policy, relation)} ${own}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      if ((!actor.who.enters || actor.who.onlySends) && relation === 'own')
        return things(stage, company, policy, "other's", actor);
      const made = await things(stage, company, policy, relation, actor);
      kept.set(key, made);
      return made;
    },
    drop: (policy, relation) => {
      for (const key of kept.keys()) if (key.startsWith(`${keyOf(policy, relation)} `)) kept.delete(key);
    },
    dropAll: () => {
      kept.clear();
    },
  };
}

function things(
  stage: Stage,
  company: Company,
  { axis }: Policy,
  relation: Relation,
  actor: Actor,
): Promise<Target> {
  // Nobody in particular owns nothing; any bot and any user will do.
  const owner = actor.id === 0 || !actor.who.enters || actor.who.onlySends ? company.of('member') : actor;
  return makeTarget(stage, company, axis, relation, PER_ACTOR.has(relation) ? owner : actor);
}

let closures = 0;

/** An owner whose whole organization may be used up. */
async function ownerOfNothing(stage: Stage, kind: string): Promise<Actor> {
  closures += 1;
  const subdomain = `spent${closures}`;
  const realmId = await stage.server.realm(subdomain);
  const email = `${stage.canaries.hatch(there)}@example.com`;
  const user = await stage.server.user({ role: 100, realmId, email });
  return {
    who: { ...whoIs(kind), elsewhere: true },
    id: user.id,
    host: `${subdomain}.parley.test`,
    as: credentialsOf(user),
  };
}
