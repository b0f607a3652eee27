import { useEffect, useState, type ReactElement } from 'react';
import { DoorError } from '../../data/session/call.ts';
import {
  readOwnChannels,
  readProgramRequest,
  type OwnChannel,
  type ReadRequest,
} from '../../data/session/consent.ts';
import type { DoorOrganization } from '../../data/session/door.ts';
import { t } from '../../words/index.ts';
import { ConsentForm } from './consent-form.tsx';
import { ConsentProblem } from './consent-problem.tsx';
import styles from './consent.module.css';
import arriving from '../arriving/door.module.css';

export type ConsentPageProps = {
  readonly organization: DoorOrganization;
  /** The log-in is too old, or the user is another person. */
  readonly onLogIn: (note?: string) => void;
};

type Read = { readonly request: ReadRequest; readonly channels: readonly OwnChannel[] };

/** The page on which a user allows or refuses a program. Nothing leads to the program but a button. */
export function ConsentPage({ organization, onLogIn }: ConsentPageProps): ReactElement {
  const [read, setRead] = useState<Read>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const load = async (): Promise<void> => {
      try {
        const [request, channels] = await Promise.all([readProgramRequest(), readOwnChannels()]);
        const name = request.request?.client_name ?? '';
        if (request.request?.needs_log_in === true)
          onLogIn(t('Log in again to decide about {name}.', { name }));
        else setRead({ request, channels });
      } catch (error) {
        if (error instanceof DoorError && error.code === 'UNAUTHORIZED') onLogIn();
        else setFailure(error instanceof DoorError ? error.message : t('Something went wrong.'));
      }
    };
    void load();
  }, [onLogIn]);
  useEffect(() => {
    document.title = t('Allow a program · {name}', { name: organization.name });
  }, [organization]);
  const host = read?.request.request?.client_host;
  return (
    <div className={arriving['door']}>
      <main className={styles['page']} aria-busy={read === undefined && failure === undefined}>
        {failure === undefined ? null : (
          <p className="note" role="alert">
            {failure}
          </p>
        )}
        {read === undefined ? null : read.request.request === null ? (
          <ConsentProblem read={read.request} />
        ) : (
          <ConsentForm
            request={read.request.request}
            channels={read.channels}
            organization={organization}
            onLogIn={onLogIn}
          />
        )}
      </main>
      <footer>
        {host == null ? null : (
          <span>
            {t('{organization} allows programs of {host}', { organization: organization.name, host })}
          </span>
        )}
      </footer>
    </div>
  );
}
