import * as z from 'zod';
import { isNetwork } from './outbound/networks.ts';

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

/** Seconds of a minute; 0 means unlimited. */
function secondsPerMinute(fallback: number) {
  return z.coerce
    .number()
    .min(0)
    .max(60)
    .default(fallback)
    .transform((seconds) => (seconds === 0 ? undefined : seconds));
}

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Domains, each with the domains below it. */
const hostNames = list.refine(
  (names) => names.every((name) => /^[a-z0-9.-]+$/.test(name)),
  'looks like example.org,pictures.example.com, in lower case',
);

/** Tokens are sent to these URLs, so they require HTTPS or a loopback address. */
function protectedUrl(fallback: string) {
  return z
    .string()
    .default(fallback)
    .refine(
      (text) => text === '' || isProtected(text),
      'must start with https:// (http:// only for localhost)',
    );
}

const providerUrl = protectedUrl('');

/** Identifiers that Apple issues for keys and teams. */
const appleId = z
  .string()
  .default('')
  .refine((text) => /^([A-Z0-9]{10})?$/.test(text), 'has ten capital letters and digits, such as AB12CD34EF');

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

const DATABASE_HELP =
  'looks like postgres://user:password@host:5432/parley, or postgres:///parley?host=/var/run/postgresql; "/", "+", "@" and "#" of ' +
  'a password are percent-encoded, or the password stands in PGPASSWORD';

function isPostgresUrl(text: string): boolean {
  return ['postgres:', 'postgresql:'].includes(URL.parse(text)?.protocol ?? '');
}

const MIN_SECRET_CHARACTERS = 32;
const SECRET_HELP = `needs at least ${MIN_SECRET_CHARACTERS} characters; make one with: openssl rand -hex 32`;

/** Programs that read the file disagree about comments behind a value, so nodes and commands would have different secrets. */
const COMMENT_HELP =
  'has a "#", or a blank at its end; write comments on lines of their own. If a server has run with this value, set it as ' +
  'PARLEY_SECRET_PREVIOUS in double quotes, and rotate to a new one: parley secret rotate';

/** The variables of the environment that configure a server. */
export const environment = z.object({
  PARLEY_DATABASE_URL: z
    .string()
    .default('postgres://127.0.0.1:5432/parley')
    .refine(isPostgresUrl, DATABASE_HELP),
  PARLEY_DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(12),
  PARLEY_EXPENSIVE_CONNECTIONS: z.coerce.number().int().min(2).max(100).default(4),
  PARLEY_DATABASE_TIMEOUT: z.coerce.number().min(1).max(60).default(2.5),
  PARLEY_CELL: z.coerce.number().int().min(0).max(9_000).default(0),
  PARLEY_CELLS: z
    .string()
    .default('{}')
    .transform((text) => z.record(z.coerce.number().int(), z.string()).parse(JSON.parse(text))),
  PARLEY_CELL_FILES: z
    .string()
    .default('{}')
    .transform((text) => z.record(z.coerce.number().int(), z.string()).parse(JSON.parse(text))),
  PARLEY_CELL_MAP: z.string().default(''),
  PARLEY_HAPROXY_SOCKET: z.string().default(''),
  PARLEY_SECRET: z
    .string()
    .min(MIN_SECRET_CHARACTERS, SECRET_HELP)
    .refine((text) => !/#|^\s|\s$/.test(text), COMMENT_HELP),
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
  PARLEY_OUTBOUND_NETWORKS: list
    .refine((networks) => networks.every(isNetwork), 'looks like 10.0.0.0/8,192.168.1.20')
    .default([]),
  PARLEY_LINK_PREVIEWS: flag(true),
  PARLEY_PICTURE_PROXY: flag(true),
  PARLEY_PREVIEW_PORTS: list
    .transform((items) => items.map(Number))
    .refine(
      (ports) => ports.every((port) => Number.isInteger(port) && port >= 0 && port < 65_536),
      'looks like 80,443',
    )
    .default([80, 443]),
  PARLEY_PREVIEW_ALLOWED_HOSTS: hostNames.default([]),
  PARLEY_PREVIEW_DENIED_HOSTS: hostNames.default([]),
  PARLEY_PREVIEW_PROVIDERS: z
    .string()
    .default('{}')
    .transform((text) => z.record(z.string(), z.url()).parse(JSON.parse(text))),
  PARLEY_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(2000),
  PARLEY_RATE_LIMITS: flag(true),
  PARLEY_WATCHDOG: flag(true),
  PARLEY_USER_PROCESSOR_SECONDS: secondsPerMinute(20),
  PARLEY_ORGANIZATION_PROCESSOR_SECONDS: secondsPerMinute(40),
  PARLEY_WEB: flag(true),
  PARLEY_WEB_DIRECTORY: z.string().default(''),
  PARLEY_WEB_PUBLIC: flag(false),
  PARLEY_SECURITY_CONTACT: z
    .string()
    .default('')
    .refine(
      (text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)?$/.test(text),
      'looks like mailto:security@example.org, or an https URL',
    ),
  PARLEY_SAMPLE_LOGIN: list.default([]),
  PARLEY_BREACHED_PASSWORDS: z.string().default(''),
  PARLEY_LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  PARLEY_REQUEST_LOG: z.enum(['off', 'errors', 'slow', 'all']).default('slow'),
  PARLEY_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PARLEY_METRICS_ADDRESS: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .default('')
    .refine((text) => text === '' || /^https?:\/\//.test(text), 'looks like http://host:4318'),
  /** Set by systemd for units of `Type=notify`. */
  NOTIFY_SOCKET: z.string().default(''),
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
  PARLEY_MAIL_GATEWAY: z
    .string()
    .default('')
    .refine(
      (text) => /^([a-z0-9.+_-]*%s@[a-z0-9.-]+)?$/i.test(text),
      'looks like %s@mail.example.org, where %s stands for the part that identifies a conversation',
    ),
  PARLEY_MAIL_GATEWAY_LISTEN_ADDRESS: z.string().default('127.0.0.1'),
  PARLEY_MAIL_GATEWAY_PORT: z.coerce.number().int().min(0).max(65_535).default(9825),
  PARLEY_MAIL_GATEWAY_REPLY_DAYS: z.coerce.number().int().min(1).max(365).default(14),
  PARLEY_MAIL_GATEWAY_AUTHSERV_ID: z
    .string()
    .default('')
    .refine((text) => /^[a-z0-9._-]*$/i.test(text), 'looks like mx.example.org'),
  PARLEY_INVITES_PER_DAY: z.coerce.number().int().min(0).default(1000),
  PARLEY_APNS_KEY_FILE: z.string().default(''),
  PARLEY_APNS_KEY_ID: appleId,
  PARLEY_APNS_TEAM_ID: appleId,
  PARLEY_APNS_APP_ID: z
    .string()
    .default('')
    .refine((text) => /^[.a-zA-Z0-9-]*$/.test(text), 'looks like org.example.chat'),
  PARLEY_APNS_URL: protectedUrl('https://api.push.apple.com'),
  PARLEY_FCM_KEY_FILE: z.string().default(''),
  PARLEY_FCM_URL: protectedUrl('https://fcm.googleapis.com'),
  PARLEY_PUSH_REGISTRATION_KEY: z.string().default(''),
  PARLEY_OIDC_ISSUER: providerUrl,
  PARLEY_OIDC_CLIENT_ID: z.string().default(''),
  PARLEY_OIDC_CLIENT_SECRET: z.string().default(''),
  PARLEY_OIDC_NAME: z.string().default('Single sign-on'),
  PARLEY_OIDC_SCOPES: z.string().default('openid email profile'),
  PARLEY_OIDC_SUBJECT_CLAIM: z.string().min(1).default('sub'),
  PARLEY_CALLS_CLIENT_ID: z.string().default(''),
  PARLEY_CALLS_CLIENT_SECRET: z.string().default(''),
  PARLEY_CALLS_ISSUER: providerUrl,
  PARLEY_CALLS_SCOPE: z.string().default('openid meetings'),
  PARLEY_CALLS_MEETINGS_URL: providerUrl,
});

export type Environment = z.output<typeof environment>;
