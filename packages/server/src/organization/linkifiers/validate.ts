import { expandReverse, patternGroups, templateVariables } from '@parley/markdown/linkifiers';
import { badRequest } from '../../engine/api-error.ts';

/** Everything about a linkifier that a client says. */
export type LinkifierParts = {
  readonly pattern: string;
  readonly url_template: string;
  readonly example_input: string | null;
  readonly reverse_template: string | null;
  readonly alternative_url_templates: readonly string[];
};

/** Longer texts have no use, and matching takes time in proportion to them. */
const LONGEST = { template: 2000, example: 1000, alternatives: 20 } as const;

/** Refuses a linkifier that could not work; `errors` tells which part is wrong. */
export function checkLinkifier(parts: LinkifierParts): void {
  const errors = fieldErrors(parts);
  const together = crossError(parts);
  if (together !== undefined) errors['__all__'] = [together];
  const [first] = Object.values(errors).flat();
  if (first !== undefined) throw badRequest(first, { errors });
}

/** A pattern that another linkifier of the organization has. */
export function patternTaken() {
  const message = 'Another linkifier has this pattern already.';
  return badRequest(message, { errors: { __all__: [message] } });
}

function fieldErrors({ pattern, url_template: template }: LinkifierParts): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (pattern === '') errors['pattern'] = ['A pattern is needed.'];
  if (template === '') errors['url_template'] = ['A template of the address is needed.'];
  else if (variablesOf(template) === undefined)
    errors['url_template'] = [`Not a valid template: ${template}`];
  return errors;
}

/** What is wrong with the parts together: the first that is found. */
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
  if (example.length > LONGEST.example) return `An example has at most ${LONGEST.example} characters.`;
  const groups = search(example);
  if (groups === undefined) return 'The pattern does not match the example.';
  if (reverse === null) return undefined;
  if (reverse.length > LONGEST.template) return `A template has at most ${LONGEST.template} characters.`;
  const back = expandReverse(reverse, groups);
  if (back.kind === 'error') return `The reverse template cannot be used: ${back.message}`;
  return back.text === example ? undefined : 'The reverse template does not give the example back.';
}

/** Groups and variables must be the same; a template that is no template has been reported already. */
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
  if (alternatives.length > LONGEST.alternatives)
    return `A linkifier has at most ${LONGEST.alternatives} further templates.`;
  if (alternatives.includes(template)) return 'A further template equals the first one.';
  if (new Set(alternatives).size < alternatives.length) return 'Two of the further templates are equal.';
  for (const alternative of alternatives) {
    if (variablesOf(alternative) === undefined) return `Not a valid template: ${alternative}`;
    const problem = variablesError(alternative, names);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function variablesOf(template: string): ReadonlySet<string> | undefined {
  if (template.length > LONGEST.template || template.includes('\0')) return undefined;
  const variables = templateVariables(template);
  return variables === undefined ? undefined : new Set(variables);
}
