/** Settings of a port and of its address. */
export type ListenSettings = { readonly port: string; readonly address: string };

/** A server cannot listen at the address that these settings name. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly settings: ListenSettings;
  readonly code: string;

  constructor(settings: ListenSettings, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.settings = settings;
    this.code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  }
}

export const METRICS_SETTINGS: ListenSettings = {
  port: 'PARLEY_METRICS_PORT',
  address: 'PARLEY_METRICS_ADDRESS',
};

export const MAIL_GATEWAY_SETTINGS: ListenSettings = {
  port: 'PARLEY_MAIL_GATEWAY_PORT',
  address: 'PARLEY_MAIL_GATEWAY_LISTEN_ADDRESS',
};

export const SERVER_SETTINGS: ListenSettings = { port: 'PARLEY_PORT', address: 'PARLEY_LISTEN_ADDRESS' };

/** Advice for the operator; undefined for other errors. */
export function listenHelp(code: string, { port, address }: ListenSettings): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `The address is in use by another program. Stop that program, or set ${port} to a free port.`;
    case 'EACCES':
      return `Permission denied. Set ${port} to 1024 or above, and put a reverse proxy in front for lower ports.`;
    case 'EADDRNOTAVAIL':
      return `The machine has no such address. Correct ${address}.`;
    default:
      return undefined;
  }
}
