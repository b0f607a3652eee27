import { endpoints } from '@parley/contract/endpoints.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { Parameter } from '@parley/contract/parameter.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import type { Policy } from '../policy.ts';
import type { Family } from './family.ts';
import { objectFamilies } from './object-families.ts';
import { organizationFamilies } from './organization-families.ts';

/** One parameter of an operation, tried alone by every kind of actor. */
export type Try = {
  readonly family: Family;
  readonly endpoint: Endpoint;
  readonly name: string;
  readonly parameter: Parameter;
  readonly policy: Policy;
};

const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));

/** Every optional parameter of the contract for the operations of the families. */
export function allTries(only = ''): Try[] {
  return [...organizationFamilies, ...objectFamilies].flatMap((family) => {
    const endpoint = byId.get(family.operation);
    if (endpoint === undefined) throw new Error(`There is no operation ${family.operation}.`);
    return Object.entries(endpoint.parameters)
      .filter(([name, { travel, absence }]) => {
        const isOptional = travel !== 'path' && absence !== 'error';
        return isOptional && family.skipped[name] === undefined;
      })
      .map(([name, parameter]) => ({ family, endpoint, name, parameter, policy: policyOf(family, name) }))
      .filter((one) => nameOf(one).includes(only));
  });
}

export function nameOf({ family, name }: Pick<Try, 'family' | 'name'>): string {
  return `${family.operation}?${name}`;
}

function policyOf(family: Family, name: string): Policy {
  const rule = family.rules[name] ?? family.usual;
  return { operation: family.operation, way: name, axis: family.axis, changes: true, rule };
}

/** Found open once: an administrator without access opened the history of a private channel. */
const ALWAYS = 'update-stream?history_public_to_subscribers';

export function sampleTries(tries: readonly Try[], wanted: number, seed: number): Try[] {
  const random = seeded(seed);
  return tries.filter((one) => random.chance(wanted / tries.length) || nameOf(one) === ALWAYS);
}
