import { useState, type ReactElement } from 'react';
import { now } from '../data/clock.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormFoot } from '../parts/form-foot.tsx';
import { t } from '../words/index.ts';
import { fieldValue, laterTimes } from './later-times.ts';

export type LaterFormProps = {
  readonly title: string;
  /** Name of the button. */
  readonly label: string;
  readonly onChoose: (unixSeconds: number) => void;
  readonly onClose: () => void;
};

/** Asks for the date and time at which something happens. */
export function LaterForm({ title, label, onChoose, onClose }: LaterFormProps): ReactElement {
  const [value, setValue] = useState(() => {
    const tomorrow = laterTimes(new Date(now())).find(({ id }) => id === 'tomorrow');
    return fieldValue(tomorrow?.date ?? new Date(now()));
  });
  const time = new Date(value).getTime();
  const isLater = time > now();
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      foot={<FormFoot form="later-form" label={label} isReady={isLater} onClose={onClose} />}
    >
      <form
        id="later-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isLater) onChoose(Math.floor(time / 1000));
        }}
      >
        <label className="l" htmlFor="later-time">
          {t('Date and time')}
        </label>
        <div className="field">
          <input
            id="later-time"
            type="datetime-local"
            required
            min={fieldValue(new Date(now()))}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </div>
        {isLater ? null : <p className="help bad">{t('Choose a time after now.')}</p>}
      </form>
    </Dialog>
  );
}
