import type { ReactElement } from 'react';
import type { GrantOfUser } from '../../../data/actions/grant-actions.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { userName } from '../../../screen/titles.ts';
import type { Loaded } from '../../../screen/use-loaded.ts';
import { t } from '../../../words/index.ts';
import { AllowablePrograms } from './allowable-programs.tsx';
import { ProgramTable } from '../../settings/programs/program-table.tsx';
import { useEndProgram } from '../../settings/programs/use-end-program.ts';
import { LoadedList } from '../../../screen/loaded-list.tsx';

/** Programs that may act for people of the organization. */
export function ProgramsTab({ all }: { readonly all: Loaded<readonly GrantOfUser[]> }): ReactElement {
  const { reload } = all;
  const chat = useChat();
  const end = useEndProgram(reload);
  return (
    <>
      <section className="block">
        <p className="help">{t('Programs that people allowed to act for them, within limits')}</p>
        <LoadedList loaded={all} empty={t('No program acts for anybody.')}>
          {(programs) => (
            <ProgramTable
              programs={programs}
              personOf={({ user_id: id }) => userName(chat.state.get(), id)}
              onEnd={(program) => void end(program)}
            />
          )}
        </LoadedList>
      </section>
      <AllowablePrograms onEnded={reload} />
    </>
  );
}
