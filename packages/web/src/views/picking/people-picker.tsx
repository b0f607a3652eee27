import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { Picker, type PickerChip, type PickerOption } from '../../parts/picker.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { peopleOf } from '../../screen/group-words.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import { plural, t } from '../../words/index.ts';
import { findPickable, keyOf, pickFromList, type Picked } from './picked.ts';
import pictures from '../../parts/picture.module.css';

export type PeoplePickerProps = {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly placeholder?: string;
  readonly help?: ReactNode;
  readonly picked: readonly Picked[];
  readonly onChange: (picked: readonly Picked[]) => void;
};

/** Collects people: by name, by group, by channel, or from a pasted list of addresses. */
export function PeoplePicker(props: PeoplePickerProps): ReactElement {
  const { picked, onChange } = props;
  const chat = useChat();
  const users = useSelect(chat.state, (state) => state.realm_users);
  const groups = useSelect(chat.state, (state) => state.realm_user_groups);
  const [query, setQuery] = useState('');
  const found = useMemo(
    () => (users === undefined || groups === undefined ? [] : findPickable(chat.state.get(), query, picked)),
    [chat, users, groups, query, picked],
  );
  const unknown = picked.filter(({ kind }) => kind === 'unknown').length;
  const add = (more: readonly Picked[]): void => {
    const taken = new Set(picked.map(keyOf));
    onChange([...picked, ...more.filter((one) => !taken.has(keyOf(one)))]);
  };
  return (
    <Picker
      label={props.label}
      isLabelHidden={props.isLabelHidden ?? false}
      placeholder={props.placeholder ?? t('Name, group, e-mail or #channel')}
      help={props.help}
      error={
        unknown === 0
          ? undefined
          : plural(unknown, {
              one: '# of them is not known here. Remove it, or invite this person first.',
              other: '# of them are not known here. Remove them, or invite these people first.',
            })
      }
      chips={picked.map(chipOf)}
      query={query}
      options={found.map((one) => ({ ...chipOf(one), detail: detailOf(one) }))}
      onQuery={setQuery}
      onAdd={(option: PickerOption) => add(found.filter((one) => keyOf(one) === option.key))}
      onRemove={(key) => onChange(picked.filter((one) => keyOf(one) !== key))}
      onList={(parts) => add(pickFromList(chat.state.get(), parts))}
    />
  );

  function detailOf(one: Picked): string | undefined {
    if (one.kind === 'group')
      return plural(peopleOf(chat.state.get(), one.id).size, { one: '# person', other: '# people' });
    return one.kind === 'channel' ? t('all in this channel') : undefined;
  }

  function chipOf(one: Picked): PickerChip {
    return { key: keyOf(one), name: one.name, sign: <Sign picked={one} />, isBad: one.kind === 'unknown' };
  }
}

function Sign({ picked }: { readonly picked: Picked }): ReactElement {
  const chat = useChat();
  switch (picked.kind) {
    case 'user':
      return <UserPicture userId={picked.id} size={20} />;
    case 'group':
      return (
        <span className={pictures['group']} aria-hidden="true">
          {peopleOf(chat.state.get(), picked.id).size}
        </span>
      );
    case 'channel':
      return <ChannelIcon channelId={picked.id} isSmall />;
    case 'unknown':
      return <Icon name="alert" isSmall />;
  }
}
