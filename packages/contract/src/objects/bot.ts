import * as z from 'zod';
import { boolean, integer, string } from '../primitives.ts';

export const outgoingService = z.strictObject({ base_url: string, interface: integer, token: string });
export const embeddedService = z.strictObject({
  service_name: string,
  config_data: z.record(string, string),
});

const defaults = {
  default_sending_stream: string
    .nullable()
    .describe('Name of the channel to which it writes when none is given.'),
  default_events_register_stream: string.nullable().describe('Name of the channel whose messages it gets.'),
  default_all_public_streams: boolean.describe('Whether it gets the messages of all public channels.'),
};

export const realmBot = z
  .strictObject({
    user_id: integer,
    ...defaults,
    services: z.array(z.union([outgoingService, embeddedService])),
  })
  .meta({ id: 'RealmBot', description: 'Fields of a bot that only its owner and administrators see.' });
export type RealmBot = z.infer<typeof realmBot>;

export const realmBotChange = realmBot
  .partial()
  .required({ user_id: true })
  .meta({ id: 'RealmBotChange', description: 'Changed fields of a bot.' });

export const ownedBot = z
  .strictObject({ username: string, full_name: string, api_key: string, avatar_url: string, ...defaults })
  .meta({ id: 'OwnedBot', description: 'A bot of the caller, with its key.' });
export type OwnedBot = z.infer<typeof ownedBot>;

export const botDefaults = defaults;
