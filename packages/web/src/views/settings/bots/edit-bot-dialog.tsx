import { roles } from '@parley/contract/rights/roles.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { useActionState, useId, useState, type ReactElement } from 'react';
import { changeBot, type BotChange } from '../../../data/actions/bot-actions.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { FormFoot } from '../../../parts/form-foot.tsx';
import { showKept } from '../../../parts/kept-store.ts';
import { SelectField } from '../../../parts/select-field.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { givableRoles } from '../../../screen/givable-roles.ts';
import { roleName } from '../../../screen/role-name.ts';
import { UserPicture } from '../../../screen/user-picture.tsx';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { PeoplePicker } from '../../picking/people-picker.tsx';
import type { Picked } from '../../picking/picked.ts';
import type { BotRow } from './bot-list.ts';
import { BotServiceFields, type ServiceChoice } from './bot-service-fields.tsx';
import { PictureField } from './picture-field.tsx';
import styles from './bots.module.css';

type EditBotDialogProps = { readonly bot: BotRow; readonly onClose: () => void };

/** Name, picture, role, owner and service of a bot. */
export function EditBotDialog({ bot, onClose }: EditBotDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const ownRole = useSelect(
    chat.state,
    (state) => state.realm_users?.find((user) => user.user_id === chat.selfId)?.role ?? roles.guest,
  );
  const givable = givableRoles({ role: ownRole }, bot);
  const [name, setName] = useState(bot.name);
  const [picture, setPicture] = useState<File>();
  const [role, setRole] = useState<number>(bot.role);
  const [owner, setOwner] = useState<readonly Picked[]>(() => ownerOf(bot));
  const [choice, setChoice] = useState<ServiceChoice>(() => choiceOf(bot));
  const person = owner.find(({ kind }) => kind === 'user');
  const [error, submit, isPending] = useActionState(async () => {
    const ownerId = person?.kind === 'user' ? person.id : undefined;
    try {
      await changeBot(chat, bot.userId, changeOf(bot, { name: name.trim(), role, ownerId, choice }), picture);
    } catch (thrown) {
      return failureText(thrown);
    }
    showKept({ text: t('{name} is changed', { name: name.trim() }) });
    onClose();
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={t('Change {name}', { name: bot.name })}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={t('Save')}
          isReady={!isPending && (person !== undefined || !bot.mayRedirect)}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit} className={styles['form']}>
        <div className={styles['picture']}>
          <UserPicture userId={bot.userId} size={32} />
          <PictureField picture={picture} onChoose={setPicture} />
        </div>
        <Field
          label={t('Name')}
          required
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {givable.length === 0 ? null : (
          <SelectField
            label={t('Role')}
            value={String(role)}
            options={givable.map((one) => ({ value: String(one), name: roleName(one) }))}
            onChange={(value) => setRole(Number(value))}
          />
        )}
        {bot.service?.kind === 'outgoing' ? (
          <BotServiceFields
            type={bot.type}
            choice={choice}
            services={[]}
            isDisabled={!bot.mayRedirect}
            onChange={setChoice}
          />
        ) : null}
        {bot.mayRedirect ? (
          <PeoplePicker
            label={t('Owner')}
            placeholder={t('Name')}
            help={t('A new owner gets a new key, and the old one ends.')}
            picked={owner}
            onChange={(next) => setOwner(next.filter(({ kind }) => kind === 'user').slice(-1))}
          />
        ) : (
          <p className="help">{t('Only its owner gives the bot away and changes its address.')}</p>
        )}
        {error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function ownerOf({ ownerId, ownerName }: BotRow): readonly Picked[] {
  return ownerId === undefined || ownerName === undefined
    ? []
    : [{ kind: 'user', id: ownerId, name: ownerName }];
}

function choiceOf({ service }: BotRow): ServiceChoice {
  if (service?.kind !== 'outgoing') return { url: '', format: '1', service: '' };
  return { url: service.url, format: service.format === 2 ? '2' : '1', service: '' };
}

type Chosen = {
  readonly name: string;
  readonly role: number;
  readonly ownerId: number | undefined;
  readonly choice: ServiceChoice;
};

/** The changed fields alone, because each has rights of its own. */
function changeOf(bot: BotRow, { name, role, ownerId, choice }: Chosen): BotChange {
  const before = choiceOf(bot);
  return {
    ...(name === bot.name ? {} : { full_name: name }),
    ...(role === bot.role ? {} : { role: role as Role }),
    ...(ownerId === undefined || ownerId === bot.ownerId ? {} : { bot_owner_id: ownerId }),
    ...(choice.url === before.url ? {} : { service_payload_url: choice.url }),
    ...(choice.format === before.format ? {} : { service_interface: choice.format === '2' ? 2 : 1 }),
  };
}
