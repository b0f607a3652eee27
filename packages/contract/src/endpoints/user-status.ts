import { endpoint } from '../endpoint.ts';
import { reactionType, userStatus } from '../objects/emoji.ts';
import { json, optional, path, text } from '../parameter.ts';
import { boolean, integer, string, textUpTo } from '../primitives.ts';

const parts = {
  emoji_code: optional(text(string, 'Code of the emoji. Found out by the name when it is left out.')),
  emoji_name: optional(text(string, 'Name of an emoji to show; an empty one takes it away.')),
  reaction_type: optional(text(reactionType, 'Kind of emoji. Found out by the name when it is left out.')),
  status_text: optional(text(textUpTo(60), 'A few words; none take them away.')),
};
const whose = { user_id: path(integer, 'The user.') };

export const updateStatus = endpoint({
  id: 'update-status',
  method: 'POST',
  path: '/users/me/status',
  tag: 'presence',
  summary: 'Update your status',
  doc: 'Says something about the caller at the moment. What is left out stays as it is.',
  parameters: {
    away: optional(
      json(boolean, 'Whether to be invisible: the opposite of the setting `presence_enabled`.', {
        deprecated: true,
      }),
    ),
    ...parts,
  },
});

export const updateStatusForUser = endpoint({
  id: 'update-status-for-user',
  method: 'POST',
  path: '/users/{user_id}/status',
  tag: 'presence',
  scope: 'administer',
  since: 407,
  summary: 'Update the status of a user',
  doc: 'Says something about another user at the moment. For administrators.',
  parameters: { ...whose, ...parts },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const getUserStatus = endpoint({
  id: 'get-user-status',
  method: 'GET',
  path: '/users/{user_id}/status',
  tag: 'presence',
  since: 262,
  summary: 'Get the status of a user',
  doc: "The user's status; empty parts are left out.",
  parameters: whose,
  result: { status: userStatus },
});
