import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateRealm } from '@parley/contract/endpoints/realm.ts';
import {
  authenticationMethodNames,
  type RealmSettingName,
  realmSettingNames,
  type RealmSettings,
} from '@parley/contract/objects/realm-settings.ts';
import type { Config } from '../../engine/config.ts';
import { checkRealmName } from './create-realm.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import { videoProviders } from './server-state.ts';
import { languageName } from '../settings/languages.ts';

export type RealmParameters = ParametersOf<typeof updateRealm>;
type Context = { readonly current: RealmSettings; readonly config: Config };

/** Converts the parameters of `PATCH /realm` to stored values; throws if a value is invalid. */
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
    if (typeof value === 'number' && value > 0 && value <= MAX_LIMIT) return value;
    throw new ApiError('REQUEST_VARIABLE_INVALID', `Bad value for '${name}'.`, {
      extra: { var_name: name, bad_value: value },
    });
  };
}

/** Clients may use 32-bit integers. */
const MAX_LIMIT = 2 ** 31 - 1;

function trimmed(value: string): string {
  return value.trim();
}

/** Negative ids mean no channel. `checkChannels` checks that the channel exists. */
function channelOf(id: number): number {
  return id >= 0 ? id : -1;
}

/** Methods that are not given stay unchanged. */
function methodsOf(
  given: Record<string, boolean>,
  { current }: Context,
): RealmSettings['authentication_methods'] {
  for (const name of Object.keys(given))
    if (!authenticationMethodNames.some((known) => known === name))
      throw badRequest(`Unknown authentication method '${name}'.`);
  if (!Object.values(given).includes(true))
    throw badRequest('At least one authentication method must be enabled.');
  return Object.fromEntries(
    Object.entries(current.authentication_methods).map(([name, method]) => [
      name,
      { ...method, enabled: given[name] ?? method.enabled },
    ]),
  );
}

function nameOf(value: string): string {
  const name = value.trim();
  checkRealmName(name);
  return name;
}

function providerOf(value: number, { config }: Context): number {
  if (!Object.values(videoProviders(config)).some(({ id }) => id === value))
    throw badRequest(`Unknown video_chat_provider ${value}.`);
  return value;
}

function refuseSubdomain(): never {
  throw badRequest('Only a demo organization can change its subdomain.');
}

function checkLanguage(code: string): string {
  if (languageName(code) === undefined) throw badRequest(`Unknown language '${code}'.`);
  return code;
}

/** Longer than the name of any supported language. */
const MAX_CODE_LANGUAGE_LENGTH = 40;

function codeLanguageOf(name: string): string {
  if (name.length > MAX_CODE_LANGUAGE_LENGTH) throw badRequest('default_code_block_language is too long.');
  return name;
}

function callServerOf(text: string): string | null {
  if (text === 'default') return null;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || text.includes('\0') || /\s/.test(text))
    throw badRequest('jitsi_server_url must be an http or https URL.');
  return withoutSlashesAtEnd(text);
}

function withoutSlashesAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

/** Settings without a converter are stored as given. */
const converters: Converters = {
  authentication_methods: methodsOf,
  default_code_block_language: codeLanguageOf,
  default_language: checkLanguage,
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
  string_id: refuseSubdomain,
  video_chat_provider: providerOf,
  welcome_message_custom_text: trimmed,
  zulip_update_announcements_stream_id: channelOf,
};
