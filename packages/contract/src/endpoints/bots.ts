import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { botDefaults, ownedBot } from '../objects/bot.ts';
import { botType } from '../objects/user.ts';
import { json, optional, path, text, withDefault } from '../parameter.ts';
import { boolean, integer, role, string } from '../primitives.ts';

const botId = { bot_id: path(integer, 'The bot.') };
const config = json(z.record(string, string), 'Settings of an embedded or incoming bot.');
const interfaceType = z.literal([1, 2]);

export const getBots = endpoint({
  id: 'get-bots',
  method: 'GET',
  path: '/bots',
  tag: 'bots',
  summary: 'List your bots',
  doc: 'The active bots of the caller with their keys, the oldest first.',
  result: { bots: z.array(ownedBot) },
});

export const createBot = endpoint({
  id: 'create-bot',
  method: 'POST',
  path: '/bots',
  tag: 'bots',
  summary: 'Create a bot',
  doc: 'Creates a bot that belongs to the caller. One file may be sent along, as its avatar.',
  takesFile: true,
  errors: ['BAD_IMAGE'],
  parameters: {
    bot_type: withDefault(json(botType, 'Kind of bot: 1 generic, 2 incoming, 3 outgoing, 4 embedded.'), 1),
    config_data: withDefault(config, {}),
    default_all_public_streams: optional(
      json(boolean, 'Whether it gets the messages of all public channels.'),
    ),
    default_events_register_stream: optional(text(string, 'Name of the channel whose messages it gets.')),
    default_sending_stream: optional(
      text(string, 'Name of the channel to which it writes when none is given.'),
    ),
    full_name: text(string, 'Name of the bot.'),
    interface_type: withDefault(json(interfaceType, 'Format of outgoing requests: 1 generic, 2 Slack.'), 1),
    payload_url: optional(json(string, 'Address that an outgoing bot calls.')),
    service_name: optional(
      text(string, 'Service of an embedded bot, which is part of the server: one of `realm_embedded_bots`.'),
    ),
    short_name: text(string, 'First part of its address.'),
  },
  result: { user_id: integer, api_key: string, avatar_url: string, ...botDefaults },
});

export const updateBot = endpoint({
  id: 'update-bot',
  method: 'PATCH',
  path: '/bots/{bot_id}',
  tag: 'bots',
  summary: 'Update a bot',
  doc: 'Changes what was given. An empty name of a channel unsets it. For the owner of the bot and administrators; one file may be sent along, as the new avatar.',
  takesFile: true,
  parameters: {
    ...botId,
    bot_owner_id: optional(
      json(
        integer,
        'New owner: an active user. The bot gets a new key. Only its owner can give it away; administrators can if it has no active owner.',
      ),
    ),
    config_data: optional(config),
    default_all_public_streams: optional(
      json(boolean, 'Whether it gets the messages of all public channels.'),
    ),
    default_events_register_stream: optional(text(string, 'Name of the channel whose messages it gets.')),
    default_sending_stream: optional(
      text(string, 'Name of the channel to which it writes when none is given.'),
    ),
    full_name: optional(text(string, 'New name.')),
    role: optional(json(role, 'New role.')),
    service_interface: optional(json(interfaceType, 'Format of outgoing requests: 1 generic, 2 Slack.')),
    service_payload_url: optional(json(string, 'Address that an outgoing bot calls.')),
    short_name: optional(text(string, 'New first part of its address.')),
  },
  result: {
    full_name: string,
    avatar_url: string,
    service_interface: interfaceType.nullable(),
    service_payload_url: string.nullable(),
    config_data: z.record(string, string).nullable(),
    ...botDefaults,
    bot_owner: string.optional().describe('Address of the owner, if it has one.'),
  },
  errors: ['BAD_IMAGE', 'UNAUTHORIZED_PRINCIPAL'],
});

export const deleteBot = endpoint({
  id: 'delete-bot',
  method: 'DELETE',
  path: '/bots/{bot_id}',
  tag: 'bots',
  summary: 'Deactivate a bot',
  doc: 'For the owner of the bot and administrators.',
  parameters: botId,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const getBotApiKey = endpoint({
  id: 'get-bot-api-key',
  method: 'GET',
  path: '/bots/{bot_id}/api_key',
  tag: 'bots',
  summary: "Get a bot's API key",
  doc: 'For the owner of the bot. Administrators replace the key or deactivate the bot.',
  parameters: botId,
  result: { api_key: string },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const regenerateBotApiKey = endpoint({
  id: 'regenerate-bot-api-key',
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  tag: 'bots',
  summary: "Replace a bot's API key",
  doc: 'Gives a bot a new key. The old one opens nothing from then on. For the owner of the bot, who gets the new key, and administrators.',
  parameters: botId,
  result: { api_key: string.optional().describe('The new key; only for the owner of the bot.') },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
