import { useState } from 'react';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';

export function Notes({ order: { number, notes } }: { order: DeskOrder }) {
  const t = useTexts('order');
  const actName = useTexts('acts');
  const { time, actorName } = useFormat();
  const [text, setText] = useState('');
  return (
    <Panel title={t('notes')} count={notes.length}>
      <ul className="mb-3">
        {notes.map((note) => (
          <li key={note.id} className="border-t border-line py-2 wrap-anywhere first:border-t-0">
            {note.text}
            <span className="block text-s text-quiet">
              {time(note.at)}, {actorName(note.actor)}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-2">
        <Field label={t('newNote')} value={text} onChange={setText} maxLength={500} />
        <ActButton
          act="note"
          fields={{ number, text }}
          label={actName('note')}
          isDisabled={text.trim() === ''}
          onDone={() => setText('')}
        />
      </div>
    </Panel>
  );
}
