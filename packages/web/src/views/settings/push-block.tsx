import { useState, type ReactElement } from 'react';
import { canPush, startPush, type PushOutcome } from '../../data/session/start-push.ts';
import { isPushOn, stopPush } from '../../data/session/web-push.ts';
import { Switch } from '../../parts/switch.tsx';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';

/** Whether this browser is told of messages while no page is open. The browser is asked when it is switched on. */
export function PushBlock(): ReactElement | null {
  const chat = useChat();
  const [isOn, setOn] = useState(canPush() && isPushOn());
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Exclude<PushOutcome, 'on'>>();
  if (!canPush()) return null;
  const change = async (next: boolean): Promise<void> => {
    setBusy(true);
    const outcome = next ? await startPush(chat) : undefined;
    if (!next) await stopPush(chat);
    setOn(outcome === 'on');
    setFailure(outcome === 'on' ? undefined : outcome);
    setBusy(false);
  };
  return (
    <div className="block">
      <h3>{t('While Parley is closed')}</h3>
      <Switch
        isOn={isOn}
        onChange={(next) => {
          // A disabled switch would lose the focus of the user who has just pressed it.
          if (!isBusy) void change(next);
        }}
      >
        {t('Notify me on this device')}
        <span className="help">
          {t('Messages pass the push service of your browser, which cannot read them')}
        </span>
      </Switch>
      {failure === undefined ? null : (
        <p className="help" role="alert">
          {failure === 'denied'
            ? t('This browser blocks notifications of Parley. Allow them in its settings for this site.')
            : t('This browser could not be registered. Try again later.')}
        </p>
      )}
    </div>
  );
}
