import type { Endpoint } from '@parley/contract/endpoint.ts';
import {
  administratorsOnly,
  noGuests,
  noGuestsNoBots,
  ownersOnly,
  usersOnly,
} from '../../organization/users/gates.ts';
import type { Gate } from '../../http/route.ts';
import { routes } from '../routes.ts';

const GATES = new Map<Gate, string>([
  [ownersOnly, 'Owners of the organization.'],
  [administratorsOnly, 'Administrators and owners of the organization.'],
  [noGuests, 'Users and bots of the organization, except guests.'],
  [noGuestsNoBots, 'Users of the organization, except guests. Not bots.'],
  [usersOnly, 'Users of the organization. Not bots.'],
]);
const EVERYBODY = 'Every user and bot of the organization.';

/** Sentences of the documentation that say for whom an operation is. */
const SAYS_WHO = /^(For |Not for |Needs an |Who may |Bots have no |Only a )/;

/** Who may call an operation: what its gate lets through, and what its documentation adds to that. */
export function whoMayCall(endpoint: Endpoint): { readonly who: string; readonly doc: string } {
  const sentences = endpoint.doc.split(/(?<=[.;]) (?=[A-Z`])/);
  const said = sentences.filter((sentence) => SAYS_WHO.test(sentence));
  const doc = sentences.filter((sentence) => !SAYS_WHO.test(sentence)).join(' ');
  if (endpoint.auth === 'none') return { who: 'Anybody, without credentials.', doc: endpoint.doc };
  const route = routes.find((candidate) => candidate.endpoint === endpoint);
  const gate = route?.kind === 'call' ? GATES.get(route.gate) : undefined;
  const isSaidTwice = said.some((sentence) => /^For (administrators|owners)\b/.test(sentence));
  const who = [...(gate === undefined || isSaidTwice ? [] : [gate]), ...said].join(' ');
  return { who: who === '' ? EVERYBODY : who, doc: doc === '' ? endpoint.summary : doc };
}
