import type { DeskOrder } from '../../../../shop/desk/desk-order.ts';
import { type Translator, useTexts } from '../../client/texts.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';

/** A hand-over with a negative count takes one back. */
function changeText(changes: Translator<'changes'>, { type, data }: DeskOrder['history'][number]): string {
  const count = typeof data.count === 'number' ? data.count : null;
  if (type === 'handed_over' && count !== null && count < 0) return `${changes('hand_over_undone')}: ${-count}`;
  const word = changes.has(type as never) ? changes(type as never) : type;
  return count === null ? word : `${word}: ${count}`;
}

/** Who did what with an order, newest first. */
export function History({ order: { history, mails } }: { order: DeskOrder }) {
  const t = useTexts('order');
  const changes = useTexts('changes');
  const kinds = useTexts('mails');
  const { time, actor } = useFormat();
  const newestFirst = history.map((change, id) => ({ id, ...change })).toReversed();
  return (
    <Panel title={t('history')}>
      <ol className="text-s">
        {newestFirst.map(({ id, ...change }) => (
          <li key={id} className="flex flex-wrap gap-x-3 border-t border-line py-2 first:border-t-0">
            <span className="number text-quiet">{time(change.at)}</span>
            <span>
              {changeText(changes, change)}
              {typeof change.data.dot === 'string' ? `, DOT ${change.data.dot}` : ''}
            </span>
            <span className="text-quiet">{actor(change.actor)}</span>
          </li>
        ))}
      </ol>
      {mails.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">{t('mails')}</h3>
          <ul className="text-s">
            {mails.map((mail) => (
              <li key={mail.at + mail.kind} className="flex flex-wrap gap-x-3 py-1">
                <span className="number text-quiet">{time(mail.at)}</span>
                <span>{kinds.has(mail.kind as never) ? kinds(mail.kind as never) : mail.kind}</span>
                <span className="text-quiet">{t(`mail.${mail.state}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
