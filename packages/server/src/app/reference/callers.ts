import type { Endpoint } from '@parley/contract/endpoint.ts';
import {
  administratorsOnly,
  noGuests,
  noGuestsNoBots,
  ownersOnly,
  humansOnly,
} from '../../organization/users/gates.ts';
import type { Gate } from '../../http/route.ts';
import { routes } from '../routes.ts';

const GATES = new Map<Gate, string>([
  [ownersOnly, 'Owners of the organization.'],
  [administratorsOnly, 'Administrators and owners of the organization.'],
  [noGuests, 'Human users and bots of the organization, except guests.'],
  [noGuestsNoBots, 'Human users of the organization, except guests. Not bots.'],
  [humansOnly, 'Human users of the organization. Not bots.'],
]);
const EVERYONE = 'Every human user and bot of the organization.';

/** Matches sentences of an endpoint's documentation that restrict who may call it. */
const RESTRICTION = /^(For |Not for |Needs an |Who may |Bots have no |Only a )/;

/** Describes who may call an operation, from its gate and the restrictions in its documentation. */
export function whoMayCall(endpoint: Endpoint): { readonly who: string; readonly doc: string } {
  const sentences = endpoint.doc.split(/(?<=[.;]) (?=[A-Z`])/);
  const restrictions = sentences.filter((sentence) => RESTRICTION.test(sentence));
  const doc = sentences.filter((sentence) => !RESTRICTION.test(sentence)).join(' ');
  if (endpoint.auth === 'none') return { who: 'Anyone, without credentials.', doc: endpoint.doc };
  if (endpoint.auth === 'query')
    return { who: 'Other services, with the API key of a bot in the address.', doc: endpoint.doc };
  const route = routes.find((candidate) => candidate.endpoint === endpoint);
  const gate = route?.kind === 'call' ? GATES.get(route.gate) : undefined;
  const repeatsGate = restrictions.some((sentence) => /^For (administrators|owners)\b/.test(sentence));
  const who = [...(gate === undefined || repeatsGate ? [] : [gate]), ...restrictions].join(' ');
  return { who: who === '' ? EVERYONE : who, doc: doc === '' ? endpoint.summary : doc };
}
