import type { ArgumentsOf } from '@parley/client';
import {
  addRealmDomain,
  deleteRealmDomain,
  patchRealmDomain,
} from '@parley/contract/endpoints/realm-domains.ts';
import {
  deleteRealmIcon,
  deleteRealmLogo,
  uploadRealmIcon,
  uploadRealmLogo,
} from '@parley/contract/endpoints/realm-images.ts';
import { deactivateRealm, updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateRealmUserSettingsDefaults } from '@parley/contract/endpoints/settings.ts';
import { addDefaultStream, removeDefaultStream } from '@parley/contract/endpoints/streams.ts';
import type { Chat } from '../chat.ts';

export type OrganizationChange = ArgumentsOf<typeof updateRealm>;

/** Changes settings and permissions of the organization; rejects with the refusal of the server. */
export async function changeOrganization({ client }: Chat, change: OrganizationChange): Promise<void> {
  await client.call(updateRealm, change);
}

/** Changes settings with which new users start; rejects with the refusal of the server. */
export async function changeDefaults(
  { client }: Chat,
  change: ArgumentsOf<typeof updateRealmUserSettingsDefaults>,
): Promise<void> {
  await client.call(updateRealmUserSettingsDefaults, change);
}

export async function uploadOrganizationIcon({ client }: Chat, picture: Blob): Promise<void> {
  await client.call(uploadRealmIcon, {}, { file: { name: 'icon', content: picture } });
}

export async function removeOrganizationIcon({ client }: Chat): Promise<void> {
  await client.call(deleteRealmIcon);
}

/** The wide logo of the organization for light or for dark pages. */
export async function uploadLogo({ client }: Chat, picture: Blob, isForDark: boolean): Promise<void> {
  await client.call(uploadRealmLogo, { night: isForDark }, { file: { name: 'logo', content: picture } });
}

export async function removeLogo({ client }: Chat, isForDark: boolean): Promise<void> {
  await client.call(deleteRealmLogo, { night: isForDark });
}

export async function addDomain({ client }: Chat, domain: string): Promise<void> {
  await client.call(addRealmDomain, { domain, allow_subdomains: false });
}

/** Says whether names below a domain count too. */
export async function setDomain({ client }: Chat, domain: string, hasNamesBelow: boolean): Promise<void> {
  await client.call(patchRealmDomain, { domain, allow_subdomains: hasNamesBelow });
}

export async function removeDomain({ client }: Chat, domain: string): Promise<void> {
  await client.call(deleteRealmDomain, { domain });
}

/** Adds a channel to those that new users join, or removes it. */
export async function setDefaultChannel(
  { client }: Chat,
  channelId: number,
  isDefault: boolean,
): Promise<void> {
  const channel = { stream_id: channelId };
  await (isDefault ? client.call(addDefaultStream, channel) : client.call(removeDefaultStream, channel));
}

/** Deactivates the organization for everybody; it is deleted after the days, or never if they are null. */
export async function endOrganization({ client }: Chat, deletionDelayDays: number | null): Promise<void> {
  await client.call(deactivateRealm, { deletion_delay_days: deletionDelayDays });
}
