import { useState, type ReactElement } from 'react';
import { archiveChannel, changeChannel } from '../../data/actions/channel-actions.ts';
import { Consequences } from '../../parts/consequences.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { useCell } from '../../parts/use-cell.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { plural, t } from '../../words/index.ts';
import type { ChannelSectionProps } from './section-props.ts';

type Props = Pick<ChannelSectionProps, 'channel'>;

/** Archives the channel after its consequences were shown, or brings it back. */
export function ArchiveSection({ channel }: Props): ReactElement {
  const chat = useChat();
  const { stream_id: id, name } = channel;
  const [isAsking, setAsking] = useState(false);
  const unarchive = (): void => void attempt(changeChannel(chat, id, { is_archived: false }));
  if (channel.is_archived)
    return (
      <section>
        <div className="line">
          <div>
            {t('{name} is archived', { name })}
            <p className="help">{t('Nobody can write in it. All messages can be read and found.')}</p>
          </div>
          <button type="button" className="btn" onClick={unarchive}>
            {t('Unarchive')}
          </button>
        </div>
      </section>
    );
  const archive = async (): Promise<void> => {
    setAsking(false);
    if (!(await attempt(archiveChannel(chat, id)))) return;
    showToast({
      text: t('{name} is archived', { name }),
      action: { label: t('Undo'), run: unarchive },
    });
  };
  return (
    <section>
      <div className="line">
        <div>
          {t('Archive {name}', { name })}
          <p className="help">{t('Nobody can write any more. All messages stay and can be found.')}</p>
        </div>
        <button type="button" className="btn danger" onClick={() => setAsking(true)}>
          {t('Archive…')}
        </button>
      </div>
      {isAsking ? (
        <ArchiveDialog channel={channel} onArchive={() => void archive()} onClose={() => setAsking(false)} />
      ) : null}
    </section>
  );
}

function ArchiveDialog(
  props: Props & { readonly onArchive: () => void; readonly onClose: () => void },
): ReactElement {
  const chat = useChat();
  const { stream_id: id, name, subscriber_count: count } = props.channel;
  const topics = useCell(chat.topicsOf(id));
  return (
    <Dialog
      title={t('Archive {name}?', { name })}
      onClose={props.onClose}
      foot={
        <>
          <button type="button" className="btn" onClick={props.onClose}>
            {t('Cancel')}
          </button>
          <button
            type="button"
            className="btn danger"
            disabled={topics === undefined}
            onClick={props.onArchive}
          >
            {t('Archive {name}', { name })}
          </button>
        </>
      }
    >
      <Consequences
        items={[
          {
            icon: 'text',
            text:
              topics === undefined
                ? t('Counting…')
                : plural(topics.length, {
                    one: '# topic stays with its messages',
                    other: '# topics stay with their messages',
                  }),
            detail: t('They can be read, searched and linked'),
          },
          {
            icon: 'people',
            text: plural(count, {
              one: '# person cannot write in it any more',
              other: '# people cannot write in it any more',
            }),
            detail: t('It leaves their sidebars'),
          },
        ]}
      />
      <p className="help">{t('Its administrators and those of the organization can unarchive it.')}</p>
    </Dialog>
  );
}
