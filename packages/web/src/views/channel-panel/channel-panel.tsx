import { refuseAdministering } from '@parley/client/rights/managing-rights.ts';
import type { ReactElement } from 'react';
import { channelById } from '../../data/derived/channels.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { AboutSection } from './about-section.tsx';
import { ArchiveSection } from './archive-section.tsx';
import { ForYouSection } from './for-you-section.tsx';
import { MailSection } from './mail-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { RulesSection } from './rules-section.tsx';

/** A channel and its settings, which are changed in place by those who may. */
export function ChannelPanel({ channelId }: { readonly channelId: number }): ReactElement | null {
  const chat = useChat();
  const channel = useSelect(chat.state, (state) => channelById(state, channelId));
  const mayChange = useSelect(
    chat.state,
    (state) => channel !== undefined && refuseAdministering(state, channel) === undefined,
  );
  if (channel === undefined) return null;
  return (
    <>
      <AboutSection channel={channel} mayChange={mayChange} />
      {/* A new list when people come or go. */}
      <PeopleSection key={channel.subscriber_count} channel={channel} />
      <ForYouSection channelId={channelId} />
      <RulesSection channel={channel} mayChange={mayChange} />
      {channel.is_archived ? null : <MailSection channelId={channelId} mayEnd={mayChange} />}
      {mayChange ? <ArchiveSection channel={channel} /> : null}
    </>
  );
}
