import { limits } from '@parley/contract/limits.ts';
import { badRequest } from '../../engine/api-error.ts';

/** Between two addresses there may be a comma, blanks and a line break. */
const MAX_PARTS = 2 * limits.invitedAddresses;

/** Parses e-mail addresses separated by commas or line breaks, with or without display names. */
export function addressesIn(text: string): string[] {
  const found = new Map<string, string>();
  let parts = 0;
  for (const [part] of text.matchAll(/[^,\n]+/g)) {
    const address = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (address !== '') found.set(address.toLowerCase(), address);
    parts += 1;
    if (parts > MAX_PARTS || found.size > limits.invitedAddresses)
      throw badRequest(`At most ${limits.invitedAddresses} addresses can be invited at once.`);
  }
  return [...found.values()];
}
