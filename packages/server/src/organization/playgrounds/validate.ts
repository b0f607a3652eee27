import { templateVariables } from '@parley/markdown/linkifiers';
import { badRequest } from '../../engine/api-error.ts';
import { schemeError } from '../linkifiers/template-scheme.ts';
import type { PlaygroundRow } from './rows.ts';

export type PlaygroundParts = Pick<PlaygroundRow, 'name' | 'pygments_language' | 'url_template'>;

const LANGUAGE = /^[a-zA-Z0-9_+,\-./#]+$/;
/** Info strings of code blocks that are not languages. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['latex', 'math', 'quote', 'spoiler']);
const MAX_TEMPLATE_CHARACTERS = 2000;

/** Throws for a playground that cannot work; `errors` describes an invalid template. */
export function checkPlayground({ name, pygments_language, url_template }: PlaygroundParts): void {
  if (name === '') throw badRequest('A playground needs a name.');
  if (!LANGUAGE.test(pygments_language) || RESERVED_NAMES.has(pygments_language))
    throw badRequest('pygments_language is not a valid code block language.');
  const error = templateError(url_template);
  if (error !== undefined) throw badRequest(error, { errors: { url_template: [error] } });
}

export function playgroundTaken() {
  const message = 'A playground with this name and language already exists.';
  return badRequest(message, { errors: { __all__: [message] } });
}

function templateError(template: string): string | undefined {
  if (template === '') return 'url_template must not be empty.';
  const variables = template.length > MAX_TEMPLATE_CHARACTERS ? undefined : templateVariables(template);
  if (variables === undefined) return 'url_template is not a valid URL template.';
  const refused = schemeError(template);
  if (refused !== undefined) return refused;
  const names = new Set(variables);
  return names.size === 1 && names.has('code')
    ? undefined
    : "The template must have the variable 'code' and no other.";
}
