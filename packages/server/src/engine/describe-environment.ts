import { environment } from './environment.ts';

/** Names of settings whose values let their bearer do something. */
const SECRET_NAME = /(?:SECRET|PASSWORD|_KEY)(?:_PREVIOUS)?$/;
/** A name and password in a URL. */
const CREDENTIALS = /(?<=:\/\/[^\s/:@]*):[^\s@]*@/;

export type DescribedSetting = {
  readonly setting: string;
  readonly value: string;
  readonly source: 'set' | 'default';
};

/** The settings of this server as texts; secrets are only said to be there. */
export function describeEnvironment(env: Readonly<Record<string, string | undefined>>): DescribedSetting[] {
  return Object.entries(environment.shape).map(([setting, schema]) => {
    const given = env[setting];
    if (given !== undefined) return { setting, value: withoutSecrets(setting, given), source: 'set' };
    const { data } = schema.safeParse(undefined) as { data?: unknown };
    return { setting, value: textOf(data), source: 'default' };
  });
}

function withoutSecrets(setting: string, value: string): string {
  if (SECRET_NAME.test(setting)) return value === '' ? '' : '(secret)';
  return value.replace(CREDENTIALS, ':(secret)@');
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
