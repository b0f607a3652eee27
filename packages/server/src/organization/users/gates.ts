import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { Gate } from '../../http/route.ts';
import { isAdministrator, isGuest, isOwner } from '@parley/contract/rights/roles.ts';
import { isBot } from '../../http/actor.ts';

export const ownersOnly: Gate = ({ user }) => {
  if (!isOwner(user)) throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Only an organization owner may do this.');
};

export const administratorsOnly: Gate = ({ user }) => {
  if (!isAdministrator(user))
    throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Only an organization administrator may do this.');
};

export const noGuests: Gate = ({ user }) => {
  if (isGuest(user)) throw badRequest('Guests may not do this.');
};

export const humansOnly: Gate = ({ user }) => {
  if (isBot(user)) throw badRequest('Bots may not do this.');
};

export const noGuestsNoBots: Gate = (actor) => {
  noGuests(actor);
  humansOnly(actor);
};
