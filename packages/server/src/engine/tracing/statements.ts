import type { PoolClient } from 'pg';
import { noTracing, type Tracing } from './tracing.ts';

export type Statement = string | { readonly name?: string; readonly text: string };

/** Runs a statement in a span with its text, never its parameter values. */
export function traceStatement<T>(
  tracing: Tracing,
  statement: Statement,
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === noTracing) return work();
  const { name, text }: Exclude<Statement, string> =
    typeof statement === 'string' ? { text: statement } : statement;
  return tracing.within(
    name ?? firstWord(text),
    { 'db.system.name': 'postgresql', 'db.query.text': text },
    work,
  );
}

function firstWord(text: string): string {
  return /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? 'statement';
}

/** Traces the statements of transactions, which run on a connection of their own. */
export function traceStatements(client: PoolClient, tracing: Tracing): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const traced = (...args: unknown[]): unknown =>
    // Calls with a callback come from the pool, which has its own span.
    typeof args.at(-1) === 'function'
      ? query(...args)
      : traceStatement(tracing, args[0] as Statement, () => query(...args) as Promise<unknown>);
  client.query = traced as typeof client.query;
}
