import { useMemo, type ReactElement } from 'react';
import { MessageContent } from '../content/message-content.tsx';
import { useContentSettings } from '../content/use-content-settings.ts';
import { useCell } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';
import { previewCell } from './preview-cell.ts';
import type { ComposeSession } from './session.ts';
import styles from './preview.module.css';

/** The text as others will see it, by the renderer of the server. */
export function Preview({ session }: { readonly session: ComposeSession }): ReactElement {
  const { renderer } = useChat();
  const settings = useContentSettings();
  const cell = useMemo(() => previewCell(session.text, renderer.render), [renderer, session]);
  const html = useCell(cell);
  return (
    <section aria-label={t('Preview')}>
      <div className={styles['label']}>{t('Preview')}</div>
      {html === '' ? (
        <p className="quiet">{t('Nothing to show yet.')}</p>
      ) : (
        <MessageContent html={html} settings={settings} />
      )}
    </section>
  );
}
