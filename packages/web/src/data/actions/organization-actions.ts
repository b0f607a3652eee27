import type { ArgumentsOf, operations } from '@parley/client';
import type { Chat } from '../chat.ts';

export type OrganizationChange = ArgumentsOf<(typeof operations)['updateRealm']>;

/** Changes settings and permissions of the organization; rejects with the refusal of the server. */
export async function changeOrganization({ client }: Chat, change: OrganizationChange): Promise<void> {
  await client.updateRealm(change);
}

/** Changes settings with which new users start; rejects with the refusal of the server. */
export async function changeDefaults(
  { client }: Chat,
  change: ArgumentsOf<(typeof operations)['updateRealmUserSettingsDefaults']>,
): Promise<void> {
  await client.updateRealmUserSettingsDefaults(change);
}

export async function uploadOrganizationIcon({ client }: Chat, picture: Blob): Promise<void> {
  await client.uploadRealmIcon({}, { file: { name: 'icon', content: picture } });
}

export async function removeOrganizationIcon({ client }: Chat): Promise<void> {
  await client.deleteRealmIcon();
}

export async function addDomain({ client }: Chat, domain: string): Promise<void> {
  await client.addRealmDomain({ domain, allow_subdomains: false });
}

/** Says whether names below a domain count too. */
export async function setDomain({ client }: Chat, domain: string, hasNamesBelow: boolean): Promise<void> {
  await client.patchRealmDomain({ domain, allow_subdomains: hasNamesBelow });
}

export async function removeDomain({ client }: Chat, domain: string): Promise<void> {
  await client.deleteRealmDomain({ domain });
}

/** Adds a channel to those that new users join, or removes it. */
export async function setDefaultChannel(
  { client }: Chat,
  channelId: number,
  isDefault: boolean,
): Promise<void> {
  const channel = { stream_id: channelId };
  await (isDefault ? client.addDefaultStream(channel) : client.removeDefaultStream(channel));
}
