import { expandReverse, patternGroups, templateVariables } from '@parley/markdown/linkifiers';
import { shareOf } from '../../http/actor.ts';
import type { Call } from '../../http/route.ts';
import { schemeError } from './template-scheme.ts';
import { badRequest } from '../../engine/api-error.ts';

/** The user-defined properties of a linkifier. */
export type LinkifierParts = {
  readonly pattern: string;
  readonly url_template: string;
  readonly example_input: string | null;
  readonly reverse_template: string | null;
  readonly alternative_url_templates: readonly string[];
};

/** Bounds the time that matching takes, which grows with these sizes. */
const MAX = { template: 2000, example: 1000 } as const;

/** Throws for a linkifier that cannot work; `errors` names the invalid fields. */
export function checkLinkifier(parts: LinkifierParts): void {
  const errors = fieldErrors(parts);
  const together = crossError(parts);
  if (together !== undefined) errors['__all__'] = [together];
  const [first] = Object.values(errors).flat();
  if (first !== undefined) throw badRequest(first, { errors });
}

export async function checkPatternCost(
  call: Call,
  { pattern }: Pick<LinkifierParts, 'pattern'>,
): Promise<void> {
  if (!(await call.world.sending.renderer.isSlowLinkifier(shareOf(call), pattern.trim()))) return;
  const message = 'The pattern takes too long for some texts. Use a simpler one.';
  throw badRequest(message, { errors: { pattern: [message] } });
}

export function patternTaken() {
  const message = 'Another linkifier already has this pattern.';
  return badRequest(message, { errors: { __all__: [message] } });
}

function fieldErrors({ pattern, url_template: template }: LinkifierParts): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (pattern === '') errors['pattern'] = ['pattern must not be empty.'];
  if (template === '') errors['url_template'] = ['url_template must not be empty.'];
  else if (variablesOf(template) === undefined)
    errors['url_template'] = [`Not a valid template: ${template}`];
  else {
    const refused = schemeError(template);
    if (refused !== undefined) errors['url_template'] = [refused];
  }
  return errors;
}

/** The first error in the combination of fields. */
function crossError(parts: LinkifierParts): string | undefined {
  const compiled = patternGroups(parts.pattern);
  if (compiled.kind === 'error') return `The pattern cannot be used: ${compiled.message}`;
  const names = new Set(compiled.names);
  return (
    reverseError(parts, compiled.search) ??
    variablesError(parts.url_template, names) ??
    alternativesError(parts, names)
  );
}

type Search = (text: string) => Record<string, string> | undefined;

function reverseError({ example_input: example, reverse_template: reverse }: LinkifierParts, search: Search) {
  if (example === null) {
    if (reverse === null) return undefined;
    throw badRequest('A reverse template needs an example of the input.', {
      required_parameter: 'example_input',
      set_parameter: 'reverse_template',
    });
  }
  if (example.length > MAX.example) return `An example has at most ${MAX.example} characters.`;
  const groups = search(example);
  if (groups === undefined) return 'The pattern does not match the example.';
  if (reverse === null) return undefined;
  if (reverse.length > MAX.template) return `A template has at most ${MAX.template} characters.`;
  const reversed = expandReverse(reverse, groups);
  if (reversed.kind === 'error') return `The reverse template cannot be used: ${reversed.message}`;
  return reversed.text === example ? undefined : 'The reverse template does not reproduce the example.';
}

/** Groups and variables must be the same; invalid templates are reported elsewhere. */
function variablesError(template: string, names: ReadonlySet<string>): string | undefined {
  const variables = variablesOf(template);
  if (variables === undefined) return undefined;
  const [unknown] = [...variables].filter((name) => !names.has(name)).toSorted();
  if (unknown !== undefined) return `The pattern has no group '${unknown}', but a template uses it.`;
  const [unused] = [...names].filter((name) => !variables.has(name)).toSorted();
  return unused === undefined ? undefined : `The group '${unused}' is not used by a template.`;
}

function alternativesError(parts: LinkifierParts, names: ReadonlySet<string>): string | undefined {
  const { alternative_url_templates: alternatives, url_template: template } = parts;
  if (alternatives.includes(template)) return 'A further template equals the first one.';
  if (new Set(alternatives).size < alternatives.length) return 'Two of the further templates are equal.';
  for (const alternative of alternatives) {
    if (variablesOf(alternative) === undefined) return `Not a valid template: ${alternative}`;
    const error = schemeError(alternative) ?? variablesError(alternative, names);
    if (error !== undefined) return error;
  }
  return undefined;
}

function variablesOf(template: string): ReadonlySet<string> | undefined {
  if (template.length > MAX.template || template.includes('\0')) return undefined;
  const variables = templateVariables(template);
  return variables === undefined ? undefined : new Set(variables);
}
