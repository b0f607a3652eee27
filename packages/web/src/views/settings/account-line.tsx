import type { ReactElement, ReactNode } from 'react';

export type AccountLineProps = {
  readonly id: string;
  readonly label: string;
  readonly help: ReactNode;
  readonly note?: ReactNode;
  readonly children: ReactNode;
};

/** A fact of the account, with buttons that change it. */
export function AccountLine(props: AccountLineProps): ReactElement {
  return (
    <div className="line" data-setting={props.id}>
      <span>
        {props.label}
        <span className="help">{props.help}</span>
        {props.note}
      </span>
      <span className="chips">{props.children}</span>
    </div>
  );
}
