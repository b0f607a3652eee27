import type { Message } from '@parley/client';
import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { AddLine } from './add-line.tsx';
import { taskListOf } from './todo-state.ts';
import styles from './widget.module.css';

export function TaskListWidget({ message }: { readonly message: Message }): ReactElement {
  const chat = useChat();
  const { title, tasks, nextKey } = taskListOf(message, chat.selfId);
  const name = title === '' ? t('To-do list') : title;
  const done = tasks.filter(({ isDone }) => isDone).length;
  return (
    <div className={styles['widget']} role="group" aria-label={name}>
      <div className={styles['question']}>
        <Icon name="listi" />
        <bdi>{name}</bdi>
      </div>
      {tasks.map((task) => (
        <label key={task.key} className={styles['task']}>
          <input
            type="checkbox"
            checked={task.isDone}
            onChange={() => void chat.actions.vote(message.id, { type: 'strike', key: task.key })}
          />
          <span>
            <bdi className={task.isDone ? styles['struck'] : undefined}>{task.title}</bdi>
            {task.note === '' ? null : <span className="quiet"> {task.note}</span>}
          </span>
        </label>
      ))}
      <div className={styles['foot']}>
        <span>{t('{done} of {count} done', { done, count: tasks.length })}</span>
        <AddLine
          label={t('Add a task')}
          onAdd={(task) =>
            void chat.actions.vote(message.id, {
              type: 'new_task',
              key: nextKey,
              task,
              desc: '',
              completed: false,
            })
          }
        />
      </div>
    </div>
  );
}
