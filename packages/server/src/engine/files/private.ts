/** Files of users are for the account of the server alone, whatever its umask is. */
export const PRIVATE_FILE_MODE = 0o600;
export const PRIVATE_DIRECTORY = { recursive: true, mode: 0o700 } as const;
