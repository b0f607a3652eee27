import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import type { Parameter } from '@parley/contract/parameter.ts';
import type { Answer } from '@parley/rules/wire.ts';
import { HOME, kinds, openStage, type Actor, type Stage } from '../cast.ts';
import { gather, type Company } from '../company.ts';
import { verdictOf, type Relation, type Verdict } from '../policy.ts';
import { keepThings, pathOf, type Row, type Things } from '../run.ts';
import type { Target } from '../targets.ts';
import type { Known } from './family.ts';
import { knownOf, valueOf } from './known.ts';
import { remember } from './restore.ts';
import { BY_KEY, type Door, openSessions } from './sessions.ts';
import { nameOf, type Try } from './tries.ts';

type Cell = {
  readonly actor: Actor;
  readonly door: Door;
  readonly verdict: Verdict;
  readonly target: Target;
};

export type ParameterResult = {
  readonly rows: readonly Row[];
  readonly wrongs: readonly string[];
  readonly cells: number;
  readonly allowed: number;
};

type Ground = {
  readonly stage: Stage;
  readonly company: Company;
  readonly things: Things;
  readonly sessions: ReadonlyMap<string, Door>;
  readonly known: { readonly here: Known; readonly there: Known };
};

/** Tries each parameter alone, by key and by session, and compares with the policy. */
export async function runParameters(
  tries: readonly Try[],
  say: (line: string) => void,
): Promise<ParameterResult> {
  const stage = await openStage();
  try {
    const company = await gather(stage);
    const ground: Ground = {
      stage,
      company,
      things: keepThings(stage, company),
      sessions: await openSessions(stage, company),
      known: { here: await knownOf(stage, stage.founder), there: await knownOf(stage, stage.otherFounder) },
    };
    return await runOn(ground, tries, say);
  } finally {
    await stage.end();
  }
}

async function runOn(
  ground: Ground,
  tries: readonly Try[],
  say: (line: string) => void,
): Promise<ParameterResult> {
  const rows = new Map<string, Row>();
  const wrongs: string[] = [];
  let cells = 0;
  let allowed = 0;
  for (const one of tries) {
    const row = rows.get(one.family.operation) ?? { operation: one.family.operation, cells: 0, wrong: 0 };
    rows.set(row.operation, row);
    let succeeded = 0;
    for (const relation of one.family.relations) {
      const tried = await tryRelation(ground, one, relation);
      for (const problem of tried.problems) {
        wrongs.push(problem);
        say(`  wrong: ${problem}`);
      }
      row.cells += tried.cells;
      row.wrong += tried.problems.length;
      cells += tried.cells;
      succeeded += tried.succeeded;
    }
    allowed += succeeded;
    // Without a success the value may be invalid, and a denial shows nothing.
    if (succeeded === 0) {
      wrongs.push(`${nameOf(one)} | no caller succeeds, so denials show nothing`);
      row.wrong += 1;
    }
  }
  return { rows: [...rows.values()], wrongs, cells, allowed };
}

/** Requests in progress at a time; denied ones change nothing and need no order. */
const CONCURRENCY = 12;

async function tryRelation(ground: Ground, one: Try, relation: Relation) {
  const cells = await cellsOf(ground, one, relation);
  const denied = cells.filter(({ verdict }) => !verdict.allow);
  const problems: string[] = [];
  const judge = (cell: Cell, got: string | undefined): void => {
    if (got === undefined) return;
    const expected = cell.verdict.allow ? '200' : `${cell.verdict.status}`;
    const who = `${cell.actor.who.kind} | ${cell.door.name} | ${relation}`;
    problems.push(`${nameOf(one)} | ${who} | expected ${expected} | got ${got}`);
  };
  const before = await ground.stage.heads();
  for (let index = 0; index < denied.length; index += CONCURRENCY)
    await Promise.all(
      denied.slice(index, index + CONCURRENCY).map(async (cell) => {
        judge(cell, await askCell(ground, one, relation, cell));
      }),
    );
  if ((await ground.stage.heads()) !== before)
    problems.push(`${nameOf(one)} | ${relation} | a denied call changed something`);
  let succeeded = 0;
  for (const planned of cells.filter(({ verdict }) => verdict.allow)) {
    const cell = { ...planned, target: await ground.things.of(one.policy, relation, planned.actor) };
    const restore = await remember(ground.stage, one.family.rows(cell.target, ground.stage));
    const problem = await askCell(ground, one, relation, cell);
    judge(cell, problem);
    if (problem === undefined) succeeded += 1;
    await restore();
    if (one.family.spends.includes(one.name)) ground.things.drop(one.policy, relation);
  }
  return { problems, cells: cells.length, succeeded };
}

async function cellsOf(
  { company, things, sessions, known, stage }: Ground,
  one: Try,
  relation: Relation,
): Promise<Cell[]> {
  const { family, name, parameter, policy } = one;
  if (valueOf(family, name, parameter, { known: known.here, stage, relation }) === undefined) return [];
  const cells: Cell[] = [];
  for (const kind of Object.keys(kinds)) {
    const actor = company.of(kind);
    const verdict = verdictOf(policy, actor.who, relation);
    if (verdict === undefined) continue;
    const target = await things.of(policy, relation, actor);
    const session = sessions.get(kind);
    for (const door of session === undefined ? [BY_KEY] : [BY_KEY, session])
      cells.push({ actor, door, verdict, target });
  }
  return cells;
}

/** Asks, and returns the answer if it is wrong. */
async function askCell(
  { stage, known }: Ground,
  { family, endpoint, name, parameter }: Try,
  relation: Relation,
  { actor, door, verdict, target }: Cell,
): Promise<string | undefined> {
  const setting = { known: actor.host === HOME ? known.here : known.there, stage, relation };
  const made = family.call(target, actor);
  const fields = { ...made.fields, [name]: encoded(parameter, valueOf(family, name, parameter, setting)) };
  const path = pathOf(endpoint, made);
  const isBrowser = door.name === 'session' || actor.who.visits;
  const answer = await stage.ask(endpoint.method, path, {
    as: door.name === 'session' ? undefined : actor.as,
    host: actor.host,
    headers: door.headers,
    ...(isBrowser ? { below: BROWSER_PREFIX } : {}),
    form: fields,
  });
  const said = `${path} ${JSON.stringify(fields)} ${actor.as?.email ?? ''}`;
  const leaked = stage.canaries.sung(actor.who, answer.text, said);
  return isRight(verdict, answer, name) && leaked.length === 0
    ? undefined
    : `${answer.status} ${answer.text.trim().slice(0, 160)}${leaked.length === 0 ? '' : ` with ${leaked.join()}`}`;
}

/** The wire sends text as it is; in JSON it has quotes. */
function encoded({ travel }: Parameter, value: unknown): unknown {
  return travel === 'json' ? JSON.stringify(value) : value;
}

function isRight(verdict: Verdict, answer: Answer, name: string): boolean {
  if (!verdict.allow) return answer.status === verdict.status;
  const ignored = (answer.at('ignored_parameters_unsupported') ?? []) as readonly string[];
  return answer.status === 200 && !ignored.includes(name);
}
