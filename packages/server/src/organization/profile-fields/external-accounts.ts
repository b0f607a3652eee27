import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
type ExternalAccount = {
  readonly name: string;
  readonly text: string;
  readonly hint: string;
  readonly url_pattern: string;
};

const SLOT = '%(username)s';

function account(name: string, hint: string, url_pattern: string): ExternalAccount {
  return {
    name,
    text: name,
    hint,
    url_pattern,
  };
}

function at(name: string, prefix: string): ExternalAccount {
  return account(name, `Your ${name} user name`, `https://${prefix}${SLOT}`);
}

/** Built-in external accounts, which need no URL pattern from the administrator. */
export const externalAccounts: Readonly<Record<string, ExternalAccount>> = {
  behance: at('Behance', 'www.behance.net/'),
  bitbucket: at('Bitbucket', 'bitbucket.org/'),
  bluesky: account('Bluesky', 'Your handle, such as name.bsky.social', `https://bsky.app/profile/${SLOT}`),
  codeberg: at('Codeberg', 'codeberg.org/'),
  discord: account('Discord', 'Your Discord user name', ''),
  dribbble: at('Dribbble', 'dribbble.com/'),
  facebook: at('Facebook', 'www.facebook.com/'),
  github: at('GitHub', 'github.com/'),
  gitlab: at('GitLab', 'gitlab.com/'),
  instagram: at('Instagram', 'www.instagram.com/'),
  linkedin: account(
    'LinkedIn',
    'The last part of your profile address',
    `https://www.linkedin.com/in/${SLOT}`,
  ),
  mastodon: account('Mastodon', 'The address of your profile', SLOT),
  medium: account('Medium', 'Your Medium user name', `https://${SLOT}.medium.com`),
  pinterest: at('Pinterest', 'www.pinterest.com/'),
  reddit: at('Reddit', 'www.reddit.com/user/'),
  snapchat: at('Snapchat', 'www.snapchat.com/add/'),
  threads: at('Threads', 'www.threads.net/@'),
  tiktok: at('TikTok', 'www.tiktok.com/@'),
  twitch: at('Twitch', 'www.twitch.tv/'),
  x: at('X', 'x.com/'),
  youtube: account('YouTube', 'Your handle, without the @', `https://www.youtube.com/@${SLOT}`),
};

/** The built-in account that a field's data names, or undefined. */
export function builtInAccount(type: number, subtype: unknown): ExternalAccount | undefined {
  return type === profileFieldTypes.EXTERNAL_ACCOUNT.id &&
    typeof subtype === 'string' &&
    Object.hasOwn(externalAccounts, subtype)
    ? externalAccounts[subtype]
    : undefined;
}

export const USERNAME_SLOT = SLOT;
