import * as z from 'zod';
import { string } from '../primitives.ts';
import { crossRealmBot, registeredUser, user } from './user.ts';

/** Fields that spectators never get, and fields that say less to them. */
const hidden = { timezone: true } as const;
const reduced = {
  delivery_email: z.null(),
  email: string.describe('Always a made-up address.'),
  date_joined: string.describe('The day only.'),
};

/** A user as visitors without an account see one. */
export const spectatorUser = z.strictObject({
  ...user.omit({ ...hidden, profile_data: true }).shape,
  ...reduced,
});
export type SpectatorUser = z.infer<typeof spectatorUser>;

/** The same in a registration, where the list says whether the account is active. */
export const registeredSpectatorUser = z.strictObject({
  ...registeredUser.omit({ ...hidden, profile_data: true }).shape,
  ...reduced,
});
export type RegisteredSpectatorUser = z.infer<typeof registeredSpectatorUser>;

export const spectatorSystemBot = z.strictObject({ ...crossRealmBot.omit(hidden).shape, ...reduced });
