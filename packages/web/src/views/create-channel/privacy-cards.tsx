import { refuseCreating } from '@parley/client/rights/managing-rights.ts';
import type { ReactElement } from 'react';
import { RadioCards } from '../../parts/radio-cards.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { holderNames } from '../../screen/group-words.ts';
import { t } from '../../words/index.ts';
import type { Privacy } from './channel-draft.ts';

export type PrivacyCardsProps = {
  readonly privacy: Privacy;
  readonly onChoose: (privacy: Privacy) => void;
};

/** The choice of those who can read the channel; kinds that the user may not create say who may. */
export function PrivacyCards({ privacy, onChoose }: PrivacyCardsProps): ReactElement {
  const chat = useChat();
  const openTo = useSelect(chat.state, (state) =>
    refuseCreating(state, {}) === undefined
      ? undefined
      : holderNames(state, state.realm_can_create_public_channel_group),
  );
  const privateTo = useSelect(chat.state, (state) =>
    refuseCreating(state, { is_private: true }) === undefined
      ? undefined
      : holderNames(state, state.realm_can_create_private_channel_group),
  );
  const webTo = useSelect(chat.state, (state) =>
    refuseCreating(state, { is_web_public: true }) === undefined
      ? undefined
      : holderNames(state, state.realm_can_create_web_public_channel_group),
  );
  const hasWebPublic = useSelect(
    chat.state,
    (state) =>
      state.server_web_public_streams_enabled === true && state.realm_enable_spectator_access === true,
  );
  const may = (names: string): string => t('{names} may choose this.', { names });
  return (
    <RadioCards
      label={t('Who can read it')}
      chosen={privacy}
      onChoose={onChoose}
      cards={[
        {
          value: 'open',
          name: t('Open to all'),
          icon: 'hash',
          about: openTo === undefined ? t('All members can find, read and join it.') : may(openTo),
          isDisabled: openTo !== undefined,
        },
        {
          value: 'private',
          name: t('Private'),
          icon: 'lock',
          about:
            privateTo === undefined
              ? t('Only people who are added. Others do not see its name.')
              : may(privateTo),
          isDisabled: privateTo !== undefined,
        },
        ...(hasWebPublic
          ? [
              {
                value: 'web-public' as const,
                name: t('Web-public'),
                icon: 'globe' as const,
                about:
                  webTo === undefined
                    ? t('Everybody on the web can read it. Writing needs an account.')
                    : may(webTo),
                isDisabled: webTo !== undefined,
              },
            ]
          : []),
      ]}
    />
  );
}
