import type { ImportedMessage } from './form.ts';
import { cutTo } from './texts.ts';

/** A message of a public channel as it is in the archive. */
export type Sample = { readonly key: string; readonly sender: string; readonly content: string };

const MAX_SAMPLES = 20;
const MAX_CONTENT = 1_000;

export type Sampler = {
  add(message: ImportedMessage): void;
  readonly samples: () => readonly Sample[];
};

/** Chooses messages by chance from all that owners can read, each with the same probability. */
export function createSampler(
  random: () => number,
  isPublic: (channel: string) => boolean,
  nameOf: (person: string) => string | undefined,
): Sampler {
  const chosen: Sample[] = [];
  let seen = 0;
  return {
    add: ({ key, sender, senderName, place, original = '' }) => {
      if (original === '' || !('channel' in place) || !isPublic(place.channel)) return;
      seen += 1;
      const at = seen <= MAX_SAMPLES ? seen - 1 : Math.floor(random() * seen);
      if (at < MAX_SAMPLES)
        chosen[at] = {
          key,
          sender: cutTo(senderName ?? nameOf(sender) ?? sender, MAX_CONTENT),
          content: cutTo(original, MAX_CONTENT),
        };
    },
    samples: () => chosen,
  };
}
