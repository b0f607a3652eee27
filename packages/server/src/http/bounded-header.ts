/** Characters; browsers send at most 200. */
export const MAX_NEGOTIATION_HEADER_LENGTH = 1_024;

/** A header that asks for a form of the response (coding, type, range, version); too long a header is ignored. */
export function boundedHeader(value: string | undefined): string | undefined {
  return value === undefined || value.length > MAX_NEGOTIATION_HEADER_LENGTH ? undefined : value;
}
