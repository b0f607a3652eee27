import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateRealm } from '@parley/contract/endpoints/realm.ts';
import {
  authenticationMethodNames,
  type RealmSettingName,
  realmSettingNames,
  type RealmSettings,
} from '@parley/contract/objects/realm-settings.ts';
import type { Config } from '../../engine/config.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import { videoProviders } from './server-state.ts';
import { languageName } from '../settings/languages.ts';

export type RealmParameters = ParametersOf<typeof updateRealm>;
type Context = { readonly current: RealmSettings; readonly config: Config };

/** What `PATCH /realm` asks for, as it would be stored; refuses what cannot be. */
export function checkSettings(given: RealmParameters, context: Context): Partial<RealmSettings> {
  const wanted: Partial<Record<RealmSettingName, unknown>> = {};
  for (const name of realmSettingNames) {
    const value = given[name];
    if (value === undefined) continue;
    const convert = converters[name] as ((value: unknown, context: Context) => unknown) | undefined;
    wanted[name] = convert === undefined ? value : convert(value, context);
  }
  return wanted as Partial<RealmSettings>;
}

type Converters = {
  readonly [K in RealmSettingName]?: (
    value: NonNullable<RealmParameters[K]>,
    context: Context,
  ) => RealmSettings[K];
};

function limit<U extends null | -1>(name: RealmSettingName, unlimited: U) {
  return (value: number | string): number | U => {
    if (value === 'unlimited') return unlimited;
    if (typeof value === 'number' && value > 0 && value <= LARGEST) return value;
    throw new ApiError('REQUEST_VARIABLE_INVALID', `Bad value for '${name}'.`, {
      extra: { var_name: name, bad_value: value },
    });
  };
}

/** Numbers that any client can hold. */
const LARGEST = 2 ** 31 - 1;

function trimmed(value: string): string {
  return value.trim();
}

/** Below zero means none. Whether there is such a channel is asked later. */
function channelOf(id: number): number {
  return id >= 0 ? id : -1;
}

/** Methods that are not named stay as they are. */
function methodsOf(
  given: Record<string, boolean>,
  { current }: Context,
): RealmSettings['authentication_methods'] {
  for (const name of Object.keys(given))
    if (!authenticationMethodNames.some((known) => known === name))
      throw badRequest(`There is no way to log in called '${name}'.`);
  if (!Object.values(given).includes(true)) throw badRequest('At least one way to log in must stay open.');
  return Object.fromEntries(
    Object.entries(current.authentication_methods).map(([name, method]) => [
      name,
      { ...method, enabled: given[name] ?? method.enabled },
    ]),
  );
}

function nameOf(value: string): string {
  const name = value.trim();
  if (name === '') throw badRequest('An organization needs a name.');
  return name;
}

function providerOf(value: number, { config }: Context): number {
  if (!Object.values(videoProviders(config)).some(({ id }) => id === value))
    throw badRequest('There is no such provider of video calls.');
  return value;
}

function sameSubdomain(): never {
  throw badRequest('Only a demonstration can change its subdomain.');
}

export function languageOf(code: string): string {
  if (languageName(code) === undefined) throw badRequest(`There is no language '${code}' to choose.`);
  return code;
}

/** Longer than the name of any language that can be highlighted. */
const CODE_LANGUAGE_LENGTH = 40;

function codeLanguageOf(name: string): string {
  if (name.length > CODE_LANGUAGE_LENGTH) throw badRequest('There is no such language.');
  return name;
}

function callServerOf(text: string): string | null {
  if (text === 'default') return null;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || text.includes('\0') || /\s/.test(text))
    throw badRequest('The address of the server for calls is not a web address.');
  return text.replace(/\/+$/, '');
}

/** Settings that are stored as they come need none. */
const converters: Converters = {
  authentication_methods: methodsOf,
  default_code_block_language: codeLanguageOf,
  default_language: languageOf,
  description: trimmed,
  jitsi_server_url: callServerOf,
  message_content_delete_limit_seconds: limit('message_content_delete_limit_seconds', null),
  message_content_edit_limit_seconds: limit('message_content_edit_limit_seconds', null),
  message_retention_days: limit('message_retention_days', -1),
  moderation_request_channel_id: channelOf,
  move_messages_between_streams_limit_seconds: limit('move_messages_between_streams_limit_seconds', null),
  move_messages_within_stream_limit_seconds: limit('move_messages_within_stream_limit_seconds', null),
  name: nameOf,
  new_stream_announcements_stream_id: channelOf,
  signup_announcements_stream_id: channelOf,
  string_id: sameSubdomain,
  video_chat_provider: providerOf,
  welcome_message_custom_text: trimmed,
  zulip_update_announcements_stream_id: channelOf,
};
