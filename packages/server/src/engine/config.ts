import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { isLocalHost } from './local-host.ts';

function flag(fallback: boolean) {
  return z.stringbool().default(fallback);
}

/** A size in MiB; 0 means unlimited. */
function quota(fallback: number) {
  return z.coerce
    .number()
    .int()
    .min(0)
    .default(fallback)
    .transform((size) => (size === 0 ? undefined : size));
}

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Tokens are sent to these URLs, so they require HTTPS or a loopback address. */
const providerUrl = z
  .string()
  .default('')
  .refine(
    (text) => text === '' || isProtected(text),
    'must start with https:// (http:// only for localhost)',
  );

function isProtected(text: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback);
}

const smtpUrl = z
  .string()
  .default('')
  .refine(
    (text) => text === '' || (/^smtps?:\/\/[^/\s]+\/?(\?tls=off)?$/.test(text) && URL.canParse(text)),
    'looks like smtp://user:password@mail.example.org:587, or smtps://… when it is encrypted from the start',
  );

const MIN_SECRET_CHARACTERS = 32;
const SECRET_HELP = `needs at least ${MIN_SECRET_CHARACTERS} characters; make one with: openssl rand -hex 32`;

const environment = z.object({
  PARLEY_DATABASE_URL: z.string().default('postgres://127.0.0.1:5432/parley'),
  PARLEY_DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(12),
  PARLEY_EXPENSIVE_CONNECTIONS: z.coerce.number().int().min(2).max(100).default(4),
  PARLEY_SECRET: z.string().min(MIN_SECRET_CHARACTERS, SECRET_HELP),
  PARLEY_SECRET_PREVIOUS: z
    .union([z.literal(''), z.string().min(MIN_SECRET_CHARACTERS, SECRET_HELP)])
    .default(''),
  PARLEY_NATS_URL: z
    .string()
    .default('')
    .refine(
      (text) => /^((nats|tls):\/\/[^/@\s]+)?$/.test(text),
      'looks like nats://host:4222, or tls://host:4222 when it is encrypted',
    ),
  PARLEY_NATS_USER: z.string().default(''),
  PARLEY_NATS_PASSWORD: z.string().default(''),
  PARLEY_LISTEN_ADDRESS: z.string().default('127.0.0.1'),
  PARLEY_PORT: z.coerce.number().int().min(0).max(65_535).default(9800),
  PARLEY_EXTERNAL_HOST: z.string().default('localhost:9800'),
  PARLEY_URL_SCHEME: z.enum(['http', 'https']).default('https'),
  PARLEY_REALM_HOSTS: z
    .string()
    .default('{}')
    .transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
  PARLEY_ROOT_ALIASES: list.default(['www']),
  PARLEY_LANDING_PAGE: flag(false),
  PARLEY_TRUSTED_PROXIES: list.default([]),
  PARLEY_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  PARLEY_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(2000),
  PARLEY_RATE_LIMITS: flag(true),
  PARLEY_WEB: flag(true),
  PARLEY_WEB_DIRECTORY: z.string().default(''),
  PARLEY_WEB_PUBLIC: flag(false),
  PARLEY_SAMPLE_LOGIN: list.default([]),
  PARLEY_LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  PARLEY_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PARLEY_METRICS_ADDRESS: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .default('')
    .refine((text) => text === '' || /^https?:\/\//.test(text), 'looks like http://host:4318'),
  PARLEY_TRACES_SHARE: z.coerce.number().min(0).max(1).default(1),
  PARLEY_DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  PARLEY_LOG_DAYS: z.coerce.number().int().min(8).default(8),
  PARLEY_GRAVATAR: flag(false),
  PARLEY_FILES: z.string().min(1).default('.parley/files'),
  PARLEY_MAX_FILE_MIB: z.coerce.number().int().min(0).max(4096).default(100),
  PARLEY_UPLOAD_QUOTA_MIB: quota(51_200),
  PARLEY_USER_QUOTA_MIB: quota(5_120),
  PARLEY_GUEST_QUOTA_MIB: quota(512),
  PARLEY_S3_BUCKET: z.string().default(''),
  PARLEY_S3_ENDPOINT: z.union([z.literal(''), z.url()]).default(''),
  PARLEY_S3_REGION: z.string().default('us-east-1'),
  PARLEY_S3_KEY_ID: z.string().default(''),
  PARLEY_S3_SECRET: z.string().default(''),
  PARLEY_S3_PATH_STYLE: flag(false),
  PARLEY_SMTP_URL: smtpUrl,
  PARLEY_MAIL_FROM: z
    .string()
    .default('')
    .refine(
      (text) => /^([^<>"\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)?$/.test(text),
      'looks like chat@example.org, or Example <chat@example.org>',
    ),
  PARLEY_INVITES_PER_DAY: z.coerce.number().int().min(0).default(1000),
  PARLEY_OIDC_ISSUER: providerUrl,
  PARLEY_OIDC_CLIENT_ID: z.string().default(''),
  PARLEY_OIDC_CLIENT_SECRET: z.string().default(''),
  PARLEY_OIDC_NAME: z.string().default('Single sign-on'),
  PARLEY_CALLS_CLIENT_ID: z.string().default(''),
  PARLEY_CALLS_CLIENT_SECRET: z.string().default(''),
  PARLEY_CALLS_ISSUER: providerUrl,
  PARLEY_CALLS_SCOPE: z.string().default('openid meetings'),
  PARLEY_CALLS_MEETINGS_URL: providerUrl,
});

/** The web client as `npm run web:build` leaves it. */
const WEB_DIRECTORY = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** The configuration of a server. No other file reads the environment. */
export type Config = {
  /** `expensiveConnections` are for searches and other long reads, besides `connections`. */
  database: { url: string; connections: number; expensiveConnections: number };
  secret: string;
  /** The secret before a rotation that is not complete yet. */
  previousSecret: string | undefined;
  /** The bus of several nodes; a single node needs none. */
  nats: { url: string; user: string; password: string } | undefined;
  listen: { address: string; port: number };
  hosts: {
    external: string;
    scheme: 'http' | 'https';
    realmHosts: Readonly<Record<string, string>>;
    rootAliases: readonly string[];
    landingPage: boolean;
    trustedProxies: readonly string[];
    /** Proxies between clients and node; 0 means that `trustedProxies` alone decides. */
    proxyHops: number;
  };
  rateLimits: boolean;
  /** Open connections of one client address. */
  connectionsPerAddress: number;
  /** The directory of the built web client; undefined if the node does not serve it. */
  web: { directory: string } | undefined;
  /** Whether organizations may have channels that are readable without an account. */
  webPublic: boolean;
  /** E-mail addresses of users as whom every visitor of a demo may log in, or all users; undefined disables it. */
  sampleLogin: readonly string[] | 'all' | undefined;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  logDays: number;
  /** The address of the metrics server; undefined disables it. */
  metrics: { address: string; port: number } | undefined;
  /** The trace collector and the sampled share of requests; undefined disables tracing. */
  traces: { url: string; share: number } | undefined;
  /** Time that a stopping node keeps serving while its health check fails. */
  drainSeconds: number;
  gravatar: boolean;
  /** The file store: an S3 bucket if configured, otherwise the directory, which also holds uploads in progress. */
  files: {
    directory: string;
    s3:
      | {
          bucket: string;
          endpoint: string;
          region: string;
          keyId: string;
          secret: string;
          pathStyle: boolean;
        }
      | undefined;
  };
  uploads: {
    /** The largest file; 0 disables uploads. */
    maxMiB: number;
    /** The total size of an organization's files. */
    quotaMiB: number | undefined;
    /** The total size of the files of a member or bot. */
    userQuotaMiB: number | undefined;
    /** The total size of the files of a guest. */
    guestQuotaMiB: number | undefined;
  };
  /** The mail server; undefined disables e-mail. */
  mail: { url: string; from: string } | undefined;
  /** Invitation e-mails per organization and day. */
  invitesPerDay: number;
  /** The single sign-on provider; without one, users have passwords. */
  signOn: { issuer: string; clientId: string; clientSecret: string; name: string } | undefined;
  calls: { clientId: string; clientSecret: string; issuer: string; scope: string; meetingsUrl: string };
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const read = environment.safeParse(env);
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The configuration is invalid:\n${lines.join('\n')}`);
  }
  const e = read.data;
  const signOn = [e.PARLEY_OIDC_ISSUER, e.PARLEY_OIDC_CLIENT_ID, e.PARLEY_OIDC_CLIENT_SECRET];
  if (signOn.includes('') && signOn.some((part) => part !== ''))
    throw new ConfigError(
      'The configuration is invalid:\n  PARLEY_OIDC_ISSUER, PARLEY_OIDC_CLIENT_ID and PARLEY_OIDC_CLIENT_SECRET belong together',
    );
  checkSampleLogin(e);
  return {
    database: {
      url: e.PARLEY_DATABASE_URL,
      connections: e.PARLEY_DATABASE_CONNECTIONS,
      expensiveConnections: e.PARLEY_EXPENSIVE_CONNECTIONS,
    },
    secret: e.PARLEY_SECRET,
    previousSecret: e.PARLEY_SECRET_PREVIOUS || undefined,
    nats:
      e.PARLEY_NATS_URL === ''
        ? undefined
        : { url: e.PARLEY_NATS_URL, user: e.PARLEY_NATS_USER, password: e.PARLEY_NATS_PASSWORD },
    listen: { address: e.PARLEY_LISTEN_ADDRESS, port: e.PARLEY_PORT },
    hosts: {
      external: e.PARLEY_EXTERNAL_HOST.toLowerCase(),
      scheme: e.PARLEY_URL_SCHEME,
      realmHosts: e.PARLEY_REALM_HOSTS,
      rootAliases: e.PARLEY_ROOT_ALIASES,
      landingPage: e.PARLEY_LANDING_PAGE,
      trustedProxies: e.PARLEY_TRUSTED_PROXIES,
      proxyHops: e.PARLEY_PROXY_HOPS,
    },
    rateLimits: e.PARLEY_RATE_LIMITS,
    connectionsPerAddress: e.PARLEY_CONNECTIONS_PER_ADDRESS,
    web: e.PARLEY_WEB ? { directory: e.PARLEY_WEB_DIRECTORY || WEB_DIRECTORY } : undefined,
    webPublic: e.PARLEY_WEB_PUBLIC,
    sampleLogin: sampleLoginOf(e.PARLEY_SAMPLE_LOGIN),
    logLevel: e.PARLEY_LOG_LEVEL,
    logDays: e.PARLEY_LOG_DAYS,
    metrics:
      e.PARLEY_METRICS_PORT === undefined
        ? undefined
        : { address: e.PARLEY_METRICS_ADDRESS, port: e.PARLEY_METRICS_PORT },
    traces:
      e.OTEL_EXPORTER_OTLP_ENDPOINT === ''
        ? undefined
        : {
            url: `${e.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
            share: e.PARLEY_TRACES_SHARE,
          },
    drainSeconds: e.PARLEY_DRAIN_SECONDS,
    gravatar: e.PARLEY_GRAVATAR,
    files: {
      directory: e.PARLEY_FILES,
      s3:
        e.PARLEY_S3_BUCKET === ''
          ? undefined
          : {
              bucket: e.PARLEY_S3_BUCKET,
              endpoint: e.PARLEY_S3_ENDPOINT,
              region: e.PARLEY_S3_REGION,
              keyId: e.PARLEY_S3_KEY_ID,
              secret: e.PARLEY_S3_SECRET,
              pathStyle: e.PARLEY_S3_PATH_STYLE,
            },
    },
    uploads: {
      maxMiB: e.PARLEY_MAX_FILE_MIB,
      quotaMiB: e.PARLEY_UPLOAD_QUOTA_MIB,
      userQuotaMiB: e.PARLEY_USER_QUOTA_MIB,
      guestQuotaMiB: e.PARLEY_GUEST_QUOTA_MIB,
    },
    mail: e.PARLEY_SMTP_URL === '' ? undefined : { url: e.PARLEY_SMTP_URL, from: senderOf(e) },
    invitesPerDay: e.PARLEY_INVITES_PER_DAY,
    signOn:
      e.PARLEY_OIDC_ISSUER === ''
        ? undefined
        : {
            issuer: e.PARLEY_OIDC_ISSUER,
            clientId: e.PARLEY_OIDC_CLIENT_ID,
            clientSecret: e.PARLEY_OIDC_CLIENT_SECRET,
            name: e.PARLEY_OIDC_NAME,
          },
    calls: {
      clientId: e.PARLEY_CALLS_CLIENT_ID,
      clientSecret: e.PARLEY_CALLS_CLIENT_SECRET,
      issuer: e.PARLEY_CALLS_ISSUER,
      scope: e.PARLEY_CALLS_SCOPE,
      meetingsUrl: e.PARLEY_CALLS_MEETINGS_URL,
    },
  };
}

function sampleLoginOf(users: readonly string[]): Config['sampleLogin'] {
  const [only] = users;
  if (only === undefined || only === 'false') return undefined;
  return only === 'true' ? 'all' : users;
}

/** A log-in without a password is for demos: the server must be reachable from this machine only. */
function checkSampleLogin(e: z.output<typeof environment>): void {
  if (sampleLoginOf(e.PARLEY_SAMPLE_LOGIN) === undefined) return;
  const hosts = [e.PARLEY_EXTERNAL_HOST, ...Object.values(e.PARLEY_REALM_HOSTS)];
  const listensHere = ['127.0.0.1', '::1', 'localhost'].includes(e.PARLEY_LISTEN_ADDRESS);
  if (e.PARLEY_URL_SCHEME !== 'http' || !hosts.every(isLocalHost) || !listensHere)
    throw new ConfigError(
      'The configuration is invalid:\n  PARLEY_SAMPLE_LOGIN is for demos: it needs PARLEY_URL_SCHEME=http, hosts at localhost and a loopback PARLEY_LISTEN_ADDRESS',
    );
}

/** The default sender of e-mail. */
function senderOf(e: { PARLEY_MAIL_FROM: string; PARLEY_EXTERNAL_HOST: string }): string {
  return e.PARLEY_MAIL_FROM === ''
    ? `noreply@${e.PARLEY_EXTERNAL_HOST.toLowerCase().replace(/:\d+$/, '')}`
    : e.PARLEY_MAIL_FROM;
}
