/** The feature level announced to clients: a promise that everything up to it behaves as documented. */
export const FEATURE_LEVEL = 493;
