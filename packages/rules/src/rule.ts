import type { World } from './world.ts';

/** One statement about the service that a server either keeps or breaks. */
export type Rule = {
  readonly id: string;
  /** The operation that it is about, or the part of the protocol that all operations share. */
  readonly operation: string;
  readonly sentence: string;
  readonly check: (world: World) => Promise<void>;
  /** Waits for the server's own clock: started first and left alone. */
  readonly slow: boolean;
};

export function rule(
  id: string,
  operation: string,
  sentence: string,
  check: (world: World) => Promise<void>,
  { slow = false }: { slow?: boolean } = {},
): Rule {
  return { id, operation, sentence, check, slow };
}

/** The rules of a `*.rules.ts`, which exports lists of them. */
export function rulesOf(file: string, module: unknown): readonly Rule[] {
  const lists = Object.values(module as Record<string, readonly Rule[]>);
  if (lists.length === 0 || !lists.every((list) => Array.isArray(list)))
    throw new Error(`${file} must export lists of rules and nothing else.`);
  return lists.flat();
}
