import { gather } from './gather.ts';
import type { Json } from './gathered.ts';
import { check, type Check } from './check.ts';
import { needs } from './needed.ts';
import type { Stage } from './stage.ts';

/** Each field of each answer, and that its check notices when the answer lacks it. */
export async function fieldChecks(stage: Stage): Promise<readonly Check[]> {
  const answers = await gather(stage);
  return needs.flatMap(({ place, fields }) =>
    fields.map((field) =>
      check('fields', `${place}: ${field}`, async () => {
        const answer = answers.get(place);
        if (answer === undefined) throw new Error('there was no such answer');
        const problem = lackOf(answer, field);
        if (problem !== undefined) throw new Error(problem);
        if (lackOf(without(answer, field), field) === undefined)
          throw new Error('the check does not notice when it is missing');
      }),
    ),
  );
}

/** Steps of a path: `[]` stands for every element of a list, `{}` for every value of an object. */
function stepsOf(field: string): string[] {
  return field
    .replace('?', '')
    .split('.')
    .flatMap((step) => (/\[\]$|\{\}$/.test(step) ? [step.slice(0, -2), step.slice(-2)] : [step]));
}

/** Describes the missing field; undefined if none is missing. A question mark allows null. */
export function lackOf(answer: Json, field: string): string | undefined {
  const steps = stepsOf(field);
  const last = steps.at(-1) ?? '';
  let holders: unknown[] = [answer];
  for (const step of steps.slice(0, -1)) {
    holders = holders.flatMap((value) => inside(value, step));
    if (holders.length === 0) return `nothing at ${step}`;
  }
  const bad = holders.find((value) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, last)) return true;
    const found = (value as Json)[last];
    return found === undefined || (found === null && !field.endsWith('?'));
  });
  return bad === undefined ? undefined : `${last} is missing in ${JSON.stringify(bad).slice(0, 200)}`;
}

function inside(value: unknown, step: string): unknown[] {
  if (step === '[]') return Array.isArray(value) ? value : [];
  if (typeof value !== 'object' || value === null) return [];
  return step === '{}' ? Object.values(value) : [(value as Json)[step]].filter((one) => one !== undefined);
}

/** The same answer without the field, in the last place where it stands. */
export function without(answer: Json, field: string): Json {
  const copy = structuredClone(answer);
  const steps = stepsOf(field);
  let holder: unknown = copy;
  for (const step of steps.slice(0, -1)) holder = inside(holder, step).at(-1);
  if (typeof holder === 'object' && holder !== null) Reflect.deleteProperty(holder, steps.at(-1) ?? '');
  return copy;
}
