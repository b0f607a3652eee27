import { NetworkError } from './errors.ts';

/** Reasons of failed requests by the code that Node.js gives them. Browsers keep the reason to themselves. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  UND_ERR_SOCKET: 'the connection was closed',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no network',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS; try http://',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not speak TLS; try http://',
};

/** Failures that waiting does not cure, unless the server has answered before: then its network is at fault. */
const PERMANENT =
  /^(?:ENOTFOUND|ERR_INVALID_URL|ERR_SSL_\w+|ERR_TLS_\w+|CERT_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_\w+|UNABLE_TO_\w+)$/;

/** The error of a request without an answer. */
export function unreachable(base: string, cause: unknown, hasAnswered: boolean): NetworkError {
  const code = codeOf(cause);
  const reason = code === undefined ? '' : `: ${REASONS[code] ?? 'the request failed'} (${code})`;
  const isPermanent = !hasAnswered && code !== undefined && PERMANENT.test(code);
  return new NetworkError(`Cannot reach ${base}${reason}.${isPermanent ? CHECK : ''}`, {
    cause,
    isPermanent,
  });
}

/** The error of an answer that is not one of the API, such as a page of a proxy or of another site. */
export function foreignAnswer(base: string, status: number, hasAnswered: boolean): NetworkError {
  const isPermanent = !hasAnswered && status < 500 && status !== 408 && status !== 429;
  return new NetworkError(
    `${base} answered with status ${status}, but not as a chat server.${isPermanent ? CHECK : ''}`,
    { isPermanent },
  );
}

const CHECK = ' Check the url.';

function codeOf(error: unknown): string | undefined {
  for (let at = error; typeof at === 'object' && at !== null; at = (at as { cause?: unknown }).cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}
