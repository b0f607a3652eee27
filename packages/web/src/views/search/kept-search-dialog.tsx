import { useId, useState, type ReactElement } from 'react';
import { keepSearch, renameSearch } from '../../data/actions/kept-search-actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { failureText } from '../../words/failure-text.ts';
import { t } from '../../words/index.ts';

type KeptSearchDialogProps = {
  readonly fragment: string;
  /** Its name; undefined for one that is not kept yet. */
  readonly name: string | undefined;
  readonly firstName: string;
  readonly onClose: () => void;
};

/** Names a search. */
export function KeptSearchDialog({
  fragment,
  name,
  firstName,
  onClose,
}: KeptSearchDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const [typed, setTyped] = useState(name ?? firstName);
  const [refusal, setRefusal] = useState<string>();
  const wanted = typed.trim();
  const isReady = wanted !== '' && wanted !== name;
  const save = async (): Promise<void> => {
    try {
      await (name === undefined ? keepSearch : renameSearch)(chat, fragment, wanted);
      onClose();
    } catch (error) {
      setRefusal(failureText(error));
    }
  };
  return (
    <Dialog
      title={name === undefined ? t('Keep this search') : t('Rename the search')}
      size="small"
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={name === undefined ? t('Keep') : t('Rename')}
          isReady={isReady}
          onClose={onClose}
        />
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void save();
        }}
      >
        <Field
          label={t('Name')}
          value={typed}
          // The dialog was asked for to write the name.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          autoComplete="off"
          error={refusal}
          help={t('You find it below More, in the sidebar.')}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setRefusal(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
