import { templateVariables } from '@parley/markdown/linkifiers';
import { badRequest } from '../../engine/api-error.ts';
import type { PlaygroundRow } from './rows.ts';

export type PlaygroundParts = Pick<PlaygroundRow, 'name' | 'pygments_language' | 'url_template'>;

const LANGUAGE = /^[a-zA-Z0-9_+,\-./#]+$/;
/** Words behind the fence of a code block that are no languages. */
const NO_LANGUAGES: ReadonlySet<string> = new Set(['latex', 'math', 'quote', 'spoiler']);
const MAX_TEMPLATE = 2000;

/** Refuses a playground that could not work; `errors` tells what is wrong with its template. */
export function checkPlayground({ name, pygments_language, url_template }: PlaygroundParts): void {
  if (name === '') throw badRequest('A playground needs a name.');
  if (!LANGUAGE.test(pygments_language) || NO_LANGUAGES.has(pygments_language))
    throw badRequest('This is not a language that a code block can have.');
  const problem = templateProblem(url_template);
  if (problem !== undefined) throw badRequest(problem, { errors: { url_template: [problem] } });
}

export function playgroundTaken() {
  const message = 'There is a playground of this name and language already.';
  return badRequest(message, { errors: { __all__: [message] } });
}

function templateProblem(template: string): string | undefined {
  if (template === '') return 'A template of the address is needed.';
  const variables = template.length > MAX_TEMPLATE ? undefined : templateVariables(template);
  if (variables === undefined) return 'Not a valid template of an address.';
  const names = new Set(variables);
  return names.size === 1 && names.has('code')
    ? undefined
    : "The template must have the variable 'code' and no other.";
}
