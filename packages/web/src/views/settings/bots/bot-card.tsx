import { useState, type ReactElement } from 'react';
import { endBot, readBotKey, replaceBotKey } from '../../../data/actions/bot-actions.ts';
import { reactivatePerson } from '../../../data/actions/people-actions.ts';
import { Card } from '../../../parts/cards.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showKept } from '../../../parts/kept-store.ts';
import { MenuButton } from '../../../parts/menu.tsx';
import { ask } from '../../../parts/question-store.ts';
import type { MenuEntry, MenuGroup } from '../../../parts/surface-props.ts';
import { attempt } from '../../../screen/attempt.ts';
import { useChatScreen } from '../../../screen/chat-context.ts';
import { UserPicture } from '../../../screen/user-picture.tsx';
import { t } from '../../../words/index.ts';
import { keep } from '../use-save-setting.ts';
import { BotKeyDialog } from './bot-key-dialog.tsx';
import type { BotRow } from './bot-list.ts';
import { botLine } from './bot-words.ts';
import { EditBotDialog } from './edit-bot-dialog.tsx';

/** A bot with its key, and what its owner and administrators may do about it. */
export function BotCard({ bot }: { readonly bot: BotRow }): ReactElement {
  const { chat, go } = useChatScreen();
  const { userId, name, isActive, isOwn, mayManage } = bot;
  const [isEdited, setEdited] = useState(false);
  const [shownKey, setShownKey] = useState<string>();
  const showKey = async (): Promise<void> => {
    const request = readBotKey(chat, userId);
    if (await attempt(request)) setShownKey(await request);
  };
  const replaceKey = async (): Promise<void> => {
    if (!(await askToReplace(bot))) return;
    const request = replaceBotKey(chat, userId);
    if (!(await attempt(request))) return;
    setShownKey(await request);
    showKept({ text: t('{name} has a new key', { name }) });
  };
  const end = async (): Promise<void> => {
    if (await askToEnd(bot))
      await keep(t('{name} is deactivated', { name }), endBot(chat, userId), () =>
        reactivatePerson(chat, userId),
      );
  };
  const menu = (): MenuGroup[] => {
    const message: MenuEntry = {
      id: 'message',
      label: t('Message'),
      icon: 'mail',
      run: () => go({ view: 'messages', narrow: { kind: 'direct', userIds: [userId] } }),
    };
    if (!mayManage) return [{ entries: [message] }];
    if (!isActive)
      return [
        {
          entries: [
            {
              id: 'reactivate',
              label: t('Bring the bot back'),
              icon: 'retry',
              run: () => void keep(t('{name} is back', { name }), reactivatePerson(chat, userId)),
            },
          ],
        },
      ];
    return [
      {
        entries: [
          message,
          { id: 'edit', label: t('Change'), icon: 'pencil', run: () => setEdited(true) },
          { id: 'replace-key', label: t('New key'), icon: 'key', run: () => void replaceKey() },
        ],
      },
      {
        entries: [
          {
            id: 'deactivate',
            label: t('Deactivate'),
            icon: 'hide',
            isDanger: true,
            run: () => void end(),
          },
        ],
      },
    ];
  };
  return (
    <Card
      sign={<UserPicture userId={userId} size={32} />}
      name={name}
      about={botLine(bot)}
      actions={
        <>
          {isOwn && isActive ? (
            <button type="button" className="btn" onClick={() => void showKey()}>
              {t('Show key')}
              <span className="sr">{t('of {name}', { name })}</span>
            </button>
          ) : null}
          <MenuButton label={t('Actions for {name}', { name })} groups={menu}>
            <Icon name="dots" />
          </MenuButton>
        </>
      }
    >
      {isEdited ? <EditBotDialog bot={bot} onClose={() => setEdited(false)} /> : null}
      {shownKey === undefined ? null : (
        <BotKeyDialog
          name={name}
          email={bot.email}
          apiKey={shownKey}
          onClose={() => setShownKey(undefined)}
        />
      )}
    </Card>
  );
}

function askToReplace({ name, isOwn }: BotRow): Promise<boolean> {
  return ask({
    title: t('Give {name} a new key?', { name }),
    text: [
      t('The old key ends at once: programs and addresses that have it stop until they get the new one.'),
      ...(isOwn ? [] : [t('Only the owner of the bot sees the new key.')]),
    ],
    yes: t('New key'),
    no: t('Cancel'),
    isDanger: true,
  });
}

function askToEnd({ name }: BotRow): Promise<boolean> {
  return ask({
    title: t('Deactivate {name}?', { name }),
    text: [
      t('Its key ends at once. Its messages stay where they are, under the name.'),
      t('You can bring the bot back.'),
    ],
    yes: t('Deactivate'),
    no: t('Cancel'),
    isDanger: true,
  });
}
