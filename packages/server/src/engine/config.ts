import { fileURLToPath } from 'node:url';
import { ConfigError } from './config-error.ts';
import { withUser } from './database-user.ts';
import { describeEnvironment, type DescribedSetting } from './describe-environment.ts';
import { environment, type Environment } from './environment.ts';
import { isLocalHost } from './local-host.ts';
import { senderOf } from './mail-sender.ts';
import { mostSimilar } from './most-similar.ts';
import { previewConfigOf, type PreviewConfig } from './preview-config.ts';
import { processorLimitsOf, type ProcessorLimits } from './turns/processor-budgets.ts';
import { pushConfigOf, type PushConfig } from './push-config.ts';
import { signOnOf, type SignOnConfig } from './sign-on-config.ts';

/** The web client as `npm run web:build` leaves it. */
const WEB_DIRECTORY = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** The configuration of a server. No other file reads the environment. */
export type Config = {
  /** `expensiveConnections` are for searches and other long reads, besides `connections`. */
  database: { url: string; connections: number; expensiveConnections: number; statementTimeoutMs: number };
  /** The number of this cell, and for moves the databases and file directories of all cells by number. */
  cell: {
    number: number;
    databases: Readonly<Record<number, string>>;
    files: Readonly<Record<number, string>>;
    /** The balancer's map from host to cell: its file, and the socket of the runtime API of HAProxy. */
    map: { file: string | undefined; socket: string | undefined };
  };
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
  /** Whether connections that carry nothing but polls are read without the HTTP server of Node.js. */
  /** Networks besides the public ones to which the server may connect on behalf of users. */
  outboundNetworks: readonly string[];
  previews: PreviewConfig;
  rateLimits: boolean;
  /** Whether blocks of the event loop are reported. */
  watchdog: boolean;
  /** Processor time that the requests of a user, and of an organization beside others, may use on a node. */
  processorLimits: ProcessorLimits;
  /** Open connections of one client address. */
  connectionsPerAddress: number;
  /** The directory of the built web client; undefined if the node does not serve it. */
  web: { directory: string } | undefined;
  /** Whether organizations may have channels that are readable without an account. */
  webPublic: boolean;
  /** The contact of `/.well-known/security.txt`. */
  securityContact: string | undefined;
  /** E-mail addresses of users as whom every visitor of a demo may log in, or all users; undefined disables it. */
  sampleLogin: readonly string[] | 'all' | undefined;
  /** A file of SHA-1 hashes of passwords that are refused, besides the built-in filter. */
  breachedPasswords: string | undefined;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** The requests that are logged: failed ones, slow ones too, or all. */
  requestLog: 'off' | 'errors' | 'slow' | 'all';
  logDays: number;
  /** The address of the metrics server; undefined disables it. */
  metrics: { address: string; port: number } | undefined;
  /** The trace collector and the sampled share of requests; undefined disables tracing. */
  traces: { url: string; share: number } | undefined;
  /** The socket at which systemd is told that the server is ready; undefined if it did not start the process. */
  notifySocket: string | undefined;
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
  /** Receives e-mail for addresses of the pattern, which contains `%s`; undefined disables it. */
  mailGateway:
    | {
        pattern: string;
        listen: { address: string; port: number };
        /** The life of an address for replies. */
        replyDays: number;
        /** The name of the mail server whose DMARC verdicts confirm the authors of replies. */
        authservId: string | undefined;
      }
    | undefined;
  /** The services that notify the operator's mobile apps. */
  push: PushConfig;
  /** Invitation e-mails per organization and day. */
  invitesPerDay: number;
  /** The single sign-on provider; without one, users have passwords. */
  signOn: SignOnConfig | undefined;
  calls: { clientId: string; clientSecret: string; issuer: string; scope: string; meetingsUrl: string };
};

export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const e = parseEnvironment(env);
  return {
    database: {
      url: withUser(e.PARLEY_DATABASE_URL, env['PGUSER']),
      connections: e.PARLEY_DATABASE_CONNECTIONS,
      expensiveConnections: e.PARLEY_EXPENSIVE_CONNECTIONS,
      statementTimeoutMs: e.PARLEY_DATABASE_TIMEOUT * 1_000,
    },
    cell: {
      number: e.PARLEY_CELL,
      databases: e.PARLEY_CELLS,
      files: e.PARLEY_CELL_FILES,
      map: { file: e.PARLEY_CELL_MAP || undefined, socket: e.PARLEY_HAPROXY_SOCKET || undefined },
    },
    secret: e.PARLEY_SECRET,
    previousSecret: e.PARLEY_SECRET_PREVIOUS || undefined,
    nats: natsOf(e),
    listen: { address: e.PARLEY_LISTEN_ADDRESS, port: e.PARLEY_PORT },
    hosts: hostsOf(e),
    outboundNetworks: e.PARLEY_OUTBOUND_NETWORKS,
    previews: previewConfigOf(e),
    rateLimits: e.PARLEY_RATE_LIMITS,
    watchdog: e.PARLEY_WATCHDOG,
    processorLimits: processorLimitsOf(e),
    connectionsPerAddress: e.PARLEY_CONNECTIONS_PER_ADDRESS,
    web: e.PARLEY_WEB ? { directory: e.PARLEY_WEB_DIRECTORY || WEB_DIRECTORY } : undefined,
    webPublic: e.PARLEY_WEB_PUBLIC,
    securityContact: e.PARLEY_SECURITY_CONTACT || undefined,
    sampleLogin: sampleLoginOf(e.PARLEY_SAMPLE_LOGIN),
    breachedPasswords: e.PARLEY_BREACHED_PASSWORDS || undefined,
    logLevel: e.PARLEY_LOG_LEVEL,
    requestLog: e.PARLEY_REQUEST_LOG,
    logDays: e.PARLEY_LOG_DAYS,
    metrics: metricsOf(e),
    traces: tracesOf(e),
    notifySocket: e.NOTIFY_SOCKET || undefined,
    drainSeconds: e.PARLEY_DRAIN_SECONDS,
    gravatar: e.PARLEY_GRAVATAR,
    files: { directory: e.PARLEY_FILES, s3: bucketOf(e) },
    uploads: {
      maxMiB: e.PARLEY_MAX_FILE_MIB,
      quotaMiB: e.PARLEY_UPLOAD_QUOTA_MIB,
      userQuotaMiB: e.PARLEY_USER_QUOTA_MIB,
      guestQuotaMiB: e.PARLEY_GUEST_QUOTA_MIB,
    },
    mail: e.PARLEY_SMTP_URL === '' ? undefined : { url: e.PARLEY_SMTP_URL, from: senderOf(e) },
    mailGateway: mailGatewayOf(e),
    push: pushConfigOf(e),
    invitesPerDay: e.PARLEY_INVITES_PER_DAY,
    signOn: signOnOf(e),
    calls: callsOf(e),
  };
}

/** All settings of this server, for display. */
export function shownSettings(): DescribedSetting[] {
  return describeEnvironment(process.env);
}

/** Settings with names that no release knows, and the known names that were probably meant. */
export function unknownSettings(
  env: Readonly<Record<string, string | undefined>> = process.env,
): { readonly name: string; readonly meant: string | undefined }[] {
  const known = Object.keys(environment.shape);
  return Object.keys(env)
    .filter((name) => /^PARLEY_(?!TEST_)/.test(name) && !known.includes(name))
    .map((name) => ({ name, meant: mostSimilar(name, known) }));
}

function parseEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const read = environment.safeParse(env);
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(lines.join('\n'));
  }
  const e = read.data;
  const signOn = [e.PARLEY_OIDC_ISSUER, e.PARLEY_OIDC_CLIENT_ID, e.PARLEY_OIDC_CLIENT_SECRET];
  if (signOn.includes('') && signOn.some((part) => part !== ''))
    throw new ConfigError(
      '  PARLEY_OIDC_ISSUER, PARLEY_OIDC_CLIENT_ID and PARLEY_OIDC_CLIENT_SECRET belong together',
    );
  checkSampleLogin(e);
  return e;
}

function hostsOf(e: Environment): Config['hosts'] {
  return {
    external: e.PARLEY_EXTERNAL_HOST.toLowerCase(),
    scheme: e.PARLEY_URL_SCHEME,
    realmHosts: e.PARLEY_REALM_HOSTS,
    rootAliases: e.PARLEY_ROOT_ALIASES,
    landingPage: e.PARLEY_LANDING_PAGE,
    trustedProxies: e.PARLEY_TRUSTED_PROXIES,
    proxyHops: e.PARLEY_PROXY_HOPS,
  };
}

function metricsOf(e: Environment): Config['metrics'] {
  const { PARLEY_METRICS_ADDRESS: address, PARLEY_METRICS_PORT: port } = e;
  return port === undefined ? undefined : { address, port };
}

function tracesOf(e: Environment): Config['traces'] {
  if (e.OTEL_EXPORTER_OTLP_ENDPOINT === '') return undefined;
  return {
    url: `${e.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
    share: e.PARLEY_TRACES_SHARE,
  };
}

function bucketOf(e: Environment): Config['files']['s3'] {
  if (e.PARLEY_S3_BUCKET === '') return undefined;
  return {
    bucket: e.PARLEY_S3_BUCKET,
    endpoint: e.PARLEY_S3_ENDPOINT,
    region: e.PARLEY_S3_REGION,
    keyId: e.PARLEY_S3_KEY_ID,
    secret: e.PARLEY_S3_SECRET,
    pathStyle: e.PARLEY_S3_PATH_STYLE,
  };
}

function sampleLoginOf(users: readonly string[]): Config['sampleLogin'] {
  const [only] = users;
  if (only === undefined || only === 'false') return undefined;
  return only === 'true' ? 'all' : users;
}

/** A log-in without a password is for demos: the server must be reachable from this machine only. */
function checkSampleLogin(e: Environment): void {
  if (sampleLoginOf(e.PARLEY_SAMPLE_LOGIN) === undefined) return;
  const hosts = [e.PARLEY_EXTERNAL_HOST, ...Object.values(e.PARLEY_REALM_HOSTS)];
  const listensHere = ['127.0.0.1', '::1', 'localhost'].includes(e.PARLEY_LISTEN_ADDRESS);
  if (e.PARLEY_URL_SCHEME !== 'http' || !hosts.every(isLocalHost) || !listensHere)
    throw new ConfigError(
      '  PARLEY_SAMPLE_LOGIN is for demos: it needs PARLEY_URL_SCHEME=http, hosts at localhost and a loopback PARLEY_LISTEN_ADDRESS',
    );
}

function callsOf(e: Environment): Config['calls'] {
  return {
    clientId: e.PARLEY_CALLS_CLIENT_ID,
    clientSecret: e.PARLEY_CALLS_CLIENT_SECRET,
    issuer: e.PARLEY_CALLS_ISSUER,
    scope: e.PARLEY_CALLS_SCOPE,
    meetingsUrl: e.PARLEY_CALLS_MEETINGS_URL,
  };
}

function natsOf(e: Environment): Config['nats'] {
  if (e.PARLEY_NATS_URL === '') return undefined;
  return { url: e.PARLEY_NATS_URL, user: e.PARLEY_NATS_USER, password: e.PARLEY_NATS_PASSWORD };
}

function mailGatewayOf(e: Environment): Config['mailGateway'] {
  if (e.PARLEY_MAIL_GATEWAY === '') return undefined;
  return {
    pattern: e.PARLEY_MAIL_GATEWAY.toLowerCase(),
    listen: { address: e.PARLEY_MAIL_GATEWAY_LISTEN_ADDRESS, port: e.PARLEY_MAIL_GATEWAY_PORT },
    replyDays: e.PARLEY_MAIL_GATEWAY_REPLY_DAYS,
    authservId: e.PARLEY_MAIL_GATEWAY_AUTHSERV_ID || undefined,
  };
}
