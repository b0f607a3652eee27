import { useState, type ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';

type Permission = NotificationPermission | 'missing';

/** Says what the browser allows, and asks it; nothing is left to say once it allows notifications. */
export function PermissionNote(): ReactElement | null {
  const [permission, setPermission] = useState<Permission>(() =>
    'Notification' in globalThis ? Notification.permission : 'missing',
  );
  if (permission === 'granted') return null;
  const ask = async (): Promise<void> => setPermission(await Notification.requestPermission());
  return (
    <div className="note" role="status">
      <Icon name="alert" />
      <span className="grow">{wordsOf(permission)}</span>
      {permission === 'default' ? (
        <button type="button" className="btn" onClick={() => void ask()}>
          {t('Allow')}
        </button>
      ) : null}
    </div>
  );
}

function wordsOf(permission: Exclude<Permission, 'granted'>): string {
  return {
    default: t('This browser does not show notifications of Parley yet.'),
    denied: t('This browser blocks notifications of Parley. Allow them in its settings for this site.'),
    missing: t('This browser cannot show notifications.'),
  }[permission];
}
