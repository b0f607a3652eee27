import { deleteAvatar, uploadAvatar } from '@parley/contract/endpoints/avatars.ts';
import { removeProfileData, updateProfileData } from '@parley/contract/endpoints/profile-fields.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { deactivateOwnUser, regenerateApiKey } from '@parley/contract/endpoints/users.ts';
import type { Chat } from '../chat.ts';

/** Changes of the user to the own account; each rejects with the refusal of the server. */
export async function setOwnName({ client }: Chat, name: string): Promise<void> {
  await client.call(updateSettings, { full_name: name });
}

export async function setOwnPicture({ client }: Chat, picture: Blob): Promise<void> {
  await client.call(uploadAvatar, {}, { file: { name: 'picture', content: picture } });
}

export async function removeOwnPicture({ client }: Chat): Promise<void> {
  await client.call(deleteAvatar);
}

/** The uploaded picture of the user, so that a change can be undone; undefined if there is none. */
export async function readOwnPicture({ state }: Chat): Promise<Blob | undefined> {
  const { avatar_source: source, avatar_url_medium: url } = state.get();
  if (source !== 'U' || typeof url !== 'string') return undefined;
  const response = await fetch(url).catch(() => undefined);
  return response?.ok === true ? response.blob() : undefined;
}

/** A value of a profile field: a text, or ids of users. */
export type ProfileValue = string | readonly number[];

/** Sets a field of the profile; an empty value clears it. */
export async function setProfileValue({ client }: Chat, fieldId: number, value: ProfileValue): Promise<void> {
  if (value.length === 0) await client.call(removeProfileData, { data: [fieldId] });
  else
    await client.call(updateProfileData, {
      data: [{ id: fieldId, value: typeof value === 'string' ? value : [...value] }],
    });
}

/** Asks for another address; it counts once the link in its e-mail was opened. */
export async function askForAddress({ client }: Chat, email: string, password: string): Promise<void> {
  await client.call(updateSettings, { email, ...(password === '' ? {} : { old_password: password }) });
}

export async function setPassword({ client }: Chat, before: string, after: string): Promise<void> {
  await client.call(updateSettings, { old_password: before, new_password: after });
}

/** Ends all API keys of the user and returns the new one. */
export async function replaceApiKey({ client }: Chat): Promise<string> {
  const { api_key: key } = await client.call(regenerateApiKey);
  return key;
}

export async function deactivateSelf({ client }: Chat): Promise<void> {
  await client.call(deactivateOwnUser);
}
