import type { PoolClient } from 'pg';
import { noTracing, type Tracing } from './tracing.ts';

export type Statement = string | { readonly name?: string; readonly text: string };

/** Runs a statement as a span that shows its text, never its values. */
export function asStatement<T>(tracing: Tracing, statement: Statement, work: () => Promise<T>): Promise<T> {
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

/** A transaction asks on a connection of its own: begin, its statements, commit. */
export function traceStatements(client: PoolClient, tracing: Tracing): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const traced = (...args: unknown[]): unknown =>
    // With a callback it is the pool that asks, for somebody whose span is elsewhere.
    typeof args.at(-1) === 'function'
      ? query(...args)
      : asStatement(tracing, args[0] as Statement, () => query(...args) as Promise<unknown>);
  client.query = traced as typeof client.query;
}
