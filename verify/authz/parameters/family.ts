import type { Actor, Stage } from '../cast.ts';
import type { Axis, Policy, Relation } from '../policy.ts';
import type { Target } from '../targets.ts';
import type { Call } from '../asks.ts';

/** State of an organization from which different values are chosen. */
export type Known = {
  /** Ids of the system groups by name. */
  readonly groups: Readonly<Record<string, number>>;
  readonly folder: number;
  readonly common: { readonly id: number; readonly name: string };
  /** Current values by parameter, of the organization and of its owner. */
  readonly current: Readonly<Record<string, unknown>>;
};

export type Setting = { readonly known: Known; readonly stage: Stage; readonly relation: Relation };

/** A value that differs from the current one; undefined if the parameter cannot be tried about the relation. */
export type ValueOf = (setting: Setting) => unknown;

/** An operation whose optional parameters are each tried alone. */
export type Family = {
  readonly operation: string;
  readonly axis: Axis;
  readonly relations: readonly Relation[];
  /** The call without the parameter. */
  readonly call: (target: Target, actor: Actor) => Call;
  /** The rule of every parameter that `rules` does not name. */
  readonly usual: Policy['rule'];
  readonly rules: Readonly<Record<string, Policy['rule']>>;
  readonly values: Readonly<Record<string, ValueOf>>;
  /** Parameters that are not tried, with the reason. */
  readonly skipped: Readonly<Record<string, string>>;
  /** Parameters whose allowed call uses up the target, because other rows belong to it. */
  readonly spends: readonly string[];
  /** Rows that an allowed call changes; they are restored afterwards. */
  readonly rows: (target: Target, stage: Stage) => readonly (readonly [table: string, id: number])[];
};

let count = 0;

export function freshName(): string {
  return `parameter ${(count += 1)} ${process.pid}`;
}

export function always(value: unknown): ValueOf {
  return () => value;
}

/** A system group, in the form of updates. */
export function groupNamed(name: string): ValueOf {
  return ({ known }) => ({ new: known.groups[name] });
}
