import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { nameOf, type Translator, useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel } from '../../ui/parts.tsx';

function changeText(changeName: Translator<'changes'>, { type, data }: DeskOrder['history'][number]): string {
  const count = typeof data.count === 'number' ? data.count : null;
  const isUndoneHandOver = type === 'handed_over' && count !== null && count < 0;
  if (isUndoneHandOver) return `${changeName('hand_over_undone')}: ${-count}`;
  const name = nameOf(changeName, type);
  return count === null ? name : `${name}: ${count}`;
}

export function History({ order }: { order: DeskOrder }) {
  const { history, mails } = order;
  const t = useTexts('order');
  const changeName = useTexts('changes');
  const mailName = useTexts('mails');
  const { time, actorName, money } = useFormat();
  const newestFirst = history.map((change, id) => ({ id, ...change })).toReversed();
  return (
    <Panel title={t('history')}>
      <ol className="text-s">
        {newestFirst.map(({ id, ...change }) => (
          <li key={id} className="flex flex-wrap gap-x-3 border-t border-line py-2 first:border-t-0">
            <span className="number text-quiet">{time(change.at)}</span>
            <span>
              {changeText(changeName, change)}
              {change.type === 'changed' && <ChangedTotal data={change.data} money={money} />}
              {typeof change.data.dot === 'string' ? `, DOT ${change.data.dot}` : ''}
            </span>
            <span className="text-quiet">{actorName(change.actor)}</span>
          </li>
        ))}
      </ol>
      <UndoLast order={order} />
      {mails.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">{t('mails')}</h3>
          <ul className="text-s">
            {mails.map((mail) => (
              <li key={mail.at + mail.kind} className="flex flex-wrap gap-x-3 py-1">
                <span className="number text-quiet">{time(mail.at)}</span>
                <span>{nameOf(mailName, mail.kind)}</span>
                {mail.recipient && <span className="break-all">{mail.recipient}</span>}
                <span className="text-quiet">{t(`mail.${mail.state}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function ChangedTotal({ data, money }: { data: { total?: unknown }; money: (cents: number) => string }) {
  const total = data.total as { before: number; after: number } | undefined;
  return total ? `: ${money(total.before)} → ${money(total.after)}` : null;
}

/** `tires`: counts by tire id. The branch is `place` in a return, `branch` in a warranty swap. */
type ReturnData = { tires: Record<string, number>; condition?: string; place?: string; branch?: string };

function UndoLast({ order: { number, version, history } }: { order: DeskOrder }) {
  const t = useTexts('order');
  const lastEvent = history.findLast(({ kind }) => kind === 'event');
  if (lastEvent?.type !== 'taken-back' && lastEvent?.type !== 'warranty-swap') return null;
  const { tires, condition, place, branch } = lastEvent.data as ReturnData;
  const tireCounts = Object.entries(tires).map(([id, count]) => ({ id, count }));
  const isReturn = lastEvent.type === 'taken-back';
  return (
    <ActButton
      act={isReturn ? 'undo-take-back' : 'undo-swap-warranty'}
      fields={{ number, tires: tireCounts, ...(isReturn ? { condition, branch: place } : { branch }) }}
      shownVersion={version}
      label={t(`undo.${lastEvent.type}`)}
    />
  );
}
