/** The environment configures a server that cannot work; the message says what to correct. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(problem: string) {
    super(`The configuration is invalid:\n${problem}`);
  }
}
