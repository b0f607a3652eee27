import type { State } from '@parley/client';
import type { CSSProperties, ReactElement } from 'react';
import { changeSubscription } from '../../data/actions/channel-actions.ts';
import { subscriptionById } from '../../data/derived/channels.ts';
import { Icon } from '../../parts/icon.tsx';
import { Switch } from '../../parts/switch.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { attempt } from '../../screen/attempt.ts';
import { channelColors } from '../../screen/channel-colors.ts';
import { hueOfChannel } from '../../screen/channel-look.ts';
import { useChat } from '../../screen/chat-context.ts';
import { joinChannel, leaveChannel } from '../../screen/join-and-leave.ts';
import { msg, t } from '../../words/index.ts';
import styles from './for-you-section.module.css';

/** Notifications of a channel, the setting of the account that counts until the channel has its own, and its name. */
const NOTIFICATIONS = [
  ['desktop_notifications', 'enable_stream_desktop_notifications', msg('On this computer, for all messages')],
  ['push_notifications', 'enable_stream_push_notifications', msg('On the phone, for all messages')],
  ['email_notifications', 'enable_stream_email_notifications', msg('By mail, for all messages')],
  ['wildcard_mentions_notify', 'wildcard_mentions_notify', msg('When somebody calls @all')],
] as const;

/** How the user sees a channel and is told of it. */
export function ForYouSection({ channelId }: { readonly channelId: number }): ReactElement {
  const chat = useChat();
  const own = useSelect(chat.state, (state) => subscriptionById(state, channelId));
  const account = useSelect(chat.state, (state: State) => state.user_settings);
  if (own === undefined)
    return (
      <section>
        <h3>{t('For you')}</h3>
        <button type="button" className="btn primary full" onClick={() => void joinChannel(chat, channelId)}>
          {t('Join')}
        </button>
      </section>
    );
  return (
    <section>
      <h3>{t('For you')}</h3>
      <Switch
        isOn={own.is_muted}
        onChange={(isMuted) => void chat.actions.setChannelMuted(channelId, isMuted)}
      >
        {t('Mute')}
      </Switch>
      {NOTIFICATIONS.map(([property, setting, name]) => (
        <Switch
          key={property}
          isOn={own[property] ?? account?.[setting] ?? false}
          isDisabled={own.is_muted && property !== 'wildcard_mentions_notify'}
          onChange={(value) => void attempt(changeSubscription(chat, channelId, [{ property, value }]))}
        >
          {t(name)}
          {own[property] === null ? (
            <span className={`help ${styles['note']}`}>{t('Like your settings')}</span>
          ) : null}
        </Switch>
      ))}
      <Switch
        isOn={own.pin_to_top}
        onChange={(value) =>
          void attempt(changeSubscription(chat, channelId, [{ property: 'pin_to_top', value }]))
        }
      >
        {t('Pinned to the top')}
      </Switch>
      <Colors
        color={own.color}
        onChoose={(value) =>
          void attempt(changeSubscription(chat, channelId, [{ property: 'color', value }]))
        }
      />
      <button
        type="button"
        className={`btn full ${styles['button']}`}
        onClick={() => void leaveChannel(chat, channelId)}
      >
        {t('Leave')}
      </button>
    </section>
  );
}

function Colors(props: { readonly color: string; readonly onChoose: (color: string) => void }): ReactElement {
  const current = hueOfChannel(props.color);
  return (
    <div className="line">
      <div id="channel-color">{t('Color')}</div>
      <div className={styles['colors']} role="radiogroup" aria-labelledby="channel-color">
        {channelColors().map(({ value, name }) => (
          <button
            key={value}
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="radio"
            aria-checked={hueOfChannel(value) === current}
            aria-label={name}
            className={styles['color']}
            style={{ '--h': hueOfChannel(value) } as CSSProperties}
            onClick={() => props.onChoose(value)}
          >
            {hueOfChannel(value) === current ? <Icon name="check" /> : null}
          </button>
        ))}
      </div>
    </div>
  );
}
