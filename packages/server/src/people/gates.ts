import { badRequest, Problem } from '../problem.ts';
import type { Gate } from '../http/route.ts';
import { isAdministrator, isBot, isGuest, isOwner } from './person.ts';

export const ownersOnly: Gate = ({ person }) => {
  if (!isOwner(person))
    throw new Problem('UNAUTHORIZED_PRINCIPAL', 'Only an organization owner may do this.');
};

export const administratorsOnly: Gate = ({ person }) => {
  if (!isAdministrator(person))
    throw new Problem('UNAUTHORIZED_PRINCIPAL', 'Only an organization administrator may do this.');
};

export const noGuests: Gate = ({ person }) => {
  if (isGuest(person)) throw badRequest('Guests may not do this.');
};

export const peopleOnly: Gate = ({ person }) => {
  if (isBot(person)) throw badRequest('Bots may not do this.');
};

export const noGuestsNoBots: Gate = (actor) => {
  noGuests(actor);
  peopleOnly(actor);
};
