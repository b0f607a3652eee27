import { useState, type ReactElement } from 'react';
import {
  dropLinkifier,
  orderLinkifiers,
  readRecentTexts,
  restoreLinkifier,
  type Linkifier,
} from '../../../data/actions/linkifier-actions.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { useLoaded } from '../../../screen/use-loaded.ts';
import { t } from '../../../words/index.ts';
import { keep } from '../../settings/use-save-setting.ts';
import { moved, RowTools } from '../row-tools.tsx';
import { useWhoMay } from '../use-who-may.ts';
import { LinkifierForm } from './linkifier-form.tsx';
import styles from './linkifiers.module.css';
import { PlaygroundsBlock } from './playgrounds-block.tsx';
import { usePlaces } from './use-dry-run.ts';
import { PageHead } from '../page-head.tsx';
import table from '../../../parts/table.module.css';

const NONE: readonly Linkifier[] = [];

/** Texts of a certain form become links; each rule can be tried on recent messages before it is saved. */
export function LinkifiersPage(): ReactElement {
  const chat = useChat();
  const whoMay = useWhoMay();
  const linkifiers = useSelect(chat.state, (state) => state.realm_linkifiers) ?? NONE;
  const { value: messages } = useLoaded(readRecentTexts);
  const [edited, setEdited] = useState<Linkifier | 'new'>();
  const end = (): void => setEdited(undefined);
  return (
    <>
      <PageHead
        setting="linkifiers"
        action={
          <button
            type="button"
            className="btn primary"
            disabled={whoMay !== undefined}
            onClick={() => setEdited('new')}
          >
            <Icon name="plus" />
            {t('New')}
          </button>
        }
      >
        <p className="help">{t('Text of a certain form becomes a link')}</p>
        {whoMay === undefined ? null : <WhoMay>{whoMay}</WhoMay>}
      </PageHead>
      {edited === undefined ? null : (
        <LinkifierForm
          key={edited === 'new' ? 'new' : edited.id}
          edited={edited === 'new' ? undefined : edited}
          messages={messages}
          onEnd={end}
        />
      )}
      <section className="block">
        <h3>{t('In use')}</h3>
        <p className="help">
          {linkifiers.length === 0
            ? t('None yet. A rule such as #(?P<id>[0-9]+) makes links of numbers of tickets.')
            : t(
                'The first one that fits wins. Places are those in the last 1,000 messages that you can read.',
              )}
        </p>
        {linkifiers.length === 0 ? null : (
          <LinkifierTable
            linkifiers={linkifiers}
            messages={messages}
            onEdit={whoMay === undefined ? setEdited : undefined}
          />
        )}
      </section>
      <PlaygroundsBlock whoMay={whoMay} />
    </>
  );
}

type LinkifierTableProps = {
  readonly linkifiers: readonly Linkifier[];
  readonly messages: Parameters<typeof usePlaces>[1];
  /** Undefined if the reader may change nothing. */
  readonly onEdit: ((linkifier: Linkifier) => void) | undefined;
};

function LinkifierTable({ linkifiers, messages, onEdit }: LinkifierTableProps): ReactElement {
  const chat = useChat();
  const places = usePlaces(linkifiers, messages);
  const ids = linkifiers.map(({ id }) => id);
  const move = (from: number, to: number): void =>
    void keep(t('Order of linkifiers changed'), orderLinkifiers(chat, moved(ids, from, to)), () =>
      orderLinkifiers(chat, ids),
    );
  const remove = (one: Linkifier, at: number): void =>
    void keep(t('Linkifier removed: {pattern}', { pattern: one.pattern }), dropLinkifier(chat, one.id), () =>
      restoreLinkifier(chat, one, at),
    );
  return (
    <table className={`${table['table']} ${styles['table']}`} aria-label={t('Linkifiers')}>
      <thead>
        <tr>
          <th scope="col">{t('Text')}</th>
          <th scope="col" className={styles['address']}>
            {t('Address')}
          </th>
          <th scope="col" className={styles['places']}>
            {t('Places')}
          </th>
          <th scope="col" className={styles['actions']}>
            <span className="sr">{t('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {linkifiers.map((one, index) => (
          <tr key={one.id}>
            <th scope="row">
              <code className={styles['code']}>{one.pattern}</code>
            </th>
            <td className={styles['address']}>
              <code className={`quiet ${styles['code']}`}>
                {one.url_template.replace(/^https?:\/\//, '')}
              </code>
            </td>
            <td className={`quiet num ${styles['places']}`}>{places?.[index] ?? ''}</td>
            <td>
              {onEdit === undefined ? null : (
                <RowTools
                  name={one.pattern}
                  index={index}
                  count={linkifiers.length}
                  onEdit={() => onEdit(one)}
                  onMove={(to) => move(index, to)}
                  onRemove={() => remove(one, index)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
