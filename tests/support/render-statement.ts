import type { Fragments } from './sql-fragments.ts';
import { argumentsIn, templatesIn, type SqlTemplate } from './sql-templates.ts';

/** An expression that cannot be read without running the program. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** The branch of conditions between parts of a statement that is taken. */
export type Branch = 'first' | 'second';

/** A statement as PostgreSQL gets it, with numbers for its values. */
export function renderStatement(
  fragments: Fragments,
  file: string,
  template: SqlTemplate,
  branch: Branch,
): string {
  return new Rendering(fragments, branch).ofTemplate({ file, given: new Map() }, template);
}

/** A file, and the texts of the parameters of a function in it. */
type Scope = { readonly file: string; readonly given: ReadonlyMap<string, string> };

class Rendering {
  readonly #fragments: Fragments;
  readonly #branch: Branch;
  #values = 0;

  constructor(fragments: Fragments, branch: Branch) {
    this.#fragments = fragments;
    this.#branch = branch;
  }

  ofTemplate(scope: Scope, { texts, expressions }: SqlTemplate): string {
    const [first = '', ...others] = texts;
    return first + others.map((text, n) => this.#ofExpression(scope, expressions[n] ?? '') + text).join('');
  }

  #ofExpression(scope: Scope, expression: string): string {
    const known = scope.given.get(expression);
    if (known !== undefined) return known;
    if (expression.startsWith('sql.lit(')) return 'null';
    const branches = branchesOf(expression);
    if (branches !== undefined) return this.#ofExpression(scope, branches[this.#branch]);
    const [template] = templatesIn(expression);
    if (template?.at === 0 && template.end === expression.length) return this.ofTemplate(scope, template);
    return this.#ofPart(scope, expression) ?? this.#ofValue(scope, expression);
  }

  /** A constant or a call whose text is known. */
  #ofPart({ file, given }: Scope, expression: string): string | undefined {
    const [, name = '', call] = /^(\w+)(\([^]*\))?$/.exec(expression) ?? [];
    const fragment = this.#fragments.find(file, name);
    if (fragment === undefined || (call === undefined && fragment.parameters.length > 0)) return undefined;
    const texts = argumentsIn((call ?? '()').slice(1, -1));
    const inner = new Map<string, string>();
    for (const [n, parameter] of fragment.parameters.entries())
      if (texts[n] !== undefined) inner.set(parameter, this.#ofExpression({ file, given }, texts[n]));
    return this.#ofExpression({ file: fragment.file, given: inner }, fragment.expression);
  }

  #ofValue({ file }: Scope, expression: string): string {
    const last = /(\w+)(?:\([^]*\))?$/.exec(expression)?.[1] ?? '';
    if (/\bsql[.<`]|\bq\./.test(expression) || this.#fragments.isUnreadable(file, last))
      throw new UnreadableError(expression);
    this.#values += 1;
    return `$${this.#values}`;
  }
}

/** The branches of a condition between parts of a statement. */
function branchesOf(expression: string): Readonly<Record<Branch, string>> | undefined {
  if (!/sql[<`]/.test(expression) || expression.startsWith('sql')) return undefined;
  const [, first, second] = /^[^`]*?\s\?\s*([^]*)\s:\s([^]*)$/.exec(expression) ?? [];
  return first === undefined || second === undefined
    ? undefined
    : { first: first.trim(), second: second.trim() };
}
