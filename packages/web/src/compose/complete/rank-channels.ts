import { keepBest } from './best.ts';
import { fold } from '../../words/fold.ts';
import { MATCH_RANK, matchName, type NameMatch } from './matching.ts';

export type RankedChannel = {
  readonly stream_id: number;
  readonly name: string;
  readonly is_recently_active: boolean;
};

export type ChannelMatch<C extends RankedChannel> = { readonly channel: C; readonly match: NameMatch };

/** Channels by match, then subscribed ones, then active ones, then by name. */
export function rankChannels<C extends RankedChannel>(
  channels: readonly C[],
  query: string,
  isSubscribed: (channel: C) => boolean,
  max: number,
): readonly ChannelMatch<C>[] {
  const wanted = fold(query.trim().normalize('NFC'));
  const best = keepBest<ChannelMatch<C> & { readonly score: number; readonly name: string }>(
    max,
    (a, b) => a.score - b.score || (a.name < b.name ? -1 : 1),
  );
  for (const channel of channels) {
    const name = fold(channel.name.normalize('NFC'));
    const match = matchName(name, wanted);
    if (match === undefined) continue;
    const score =
      MATCH_RANK[match.kind] * 4 + (isSubscribed(channel) ? 0 : 2) + (channel.is_recently_active ? 0 : 1);
    best.add({ channel, match, score, name });
  }
  return best.list();
}
