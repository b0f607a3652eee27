import { useState, type ReactElement } from 'react';
import { Picker } from '../../parts/picker.tsx';
import { t } from '../../words/index.ts';

export type AddressPickerProps = {
  readonly addresses: readonly string[];
  /** Why the mails were not sent. */
  readonly error: string | undefined;
  readonly onChange: (addresses: readonly string[]) => void;
};

/** Addresses that get a mail with a link of their own. */
export function AddressPicker({ addresses, error, onChange }: AddressPickerProps): ReactElement {
  const [query, setQuery] = useState('');
  return (
    <Picker
      label={t('Send it by mail too')}
      placeholder={t('Addresses, one or many')}
      error={error}
      help={t('Each gets a link that works once.')}
      chips={addresses.map((address) => ({ key: address, name: address, isBad: !address.includes('@') }))}
      query={query}
      options={[]}
      onQuery={setQuery}
      onAdd={() => undefined}
      onRemove={(key) => onChange(addresses.filter((address) => address !== key))}
      onList={(parts) => onChange([...new Set([...addresses, ...parts])])}
    />
  );
}
