import { useState } from 'react';
import type { AssignableOrder, ImportSummary, UnassignedMoney } from '../../../../shop/bank/bank-view.ts';
import { amountText } from '../../../../shop/money.ts';
import { useScreen } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileUpload } from '../../ui/file-upload.tsx';
import { useFormat } from '../../ui/format.ts';
import { Answer, Panel, State } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';

export function Bank() {
  const t = useTexts('bank');
  const query = useScreen<UnassignedMoney[]>('/api/money/bank', ['orders']);
  return (
    <>
      <Upload />
      <Answer query={query}>
        {(rows) => (
          <Panel title={t('unassigned')} count={rows.length}>
            {rows.length === 0 && <p className="text-quiet">{t('none')}</p>}
            <ul>
              {rows.map((row) => (
                <Entry key={row.id} row={row} />
              ))}
            </ul>
          </Panel>
        )}
      </Answer>
    </>
  );
}

function Upload() {
  const t = useTexts('bank');
  const { money } = useFormat();
  const [summary, setSummary] = useState<ImportSummary | null>(null);
  return (
    <Panel title={t('statement')}>
      <p className="mb-3 text-quiet">{t('explains')}</p>
      <FileUpload<ImportSummary>
        to={() => '/api/money/statement'}
        accept={['.xml', 'text/xml', 'application/xml']}
        label={t('choose')}
        busy={t('reading')}
        onAnswer={setSummary}
      />
      {summary && (
        <div role="status" className="mt-3">
          <State tone="good">{t('booked', { amount: money(summary.bookedCents) })}</State>
          <ul className="text-s">
            {Object.entries(summary.outcomes).map(([outcome, count]) => (
              <li key={outcome}>
                <span className="number">{count}</span> {t(`outcome.${outcome as keyof ImportSummary['outcomes']}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

function Entry({ row }: { row: UnassignedMoney }) {
  const t = useTexts('bank');
  const { day } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const amount = `${amountText(row.direction === 'debit' ? -row.amountCents : row.amountCents, ',')} ${row.currency}`;
  return (
    <li className="border-t border-line py-2 first:border-t-0">
      <button
        type="button"
        data-row
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full cursor-pointer flex-wrap items-center gap-x-4 text-left"
      >
        <span className="text-s text-quiet">{day(row.bookedOn, { short: true })}</span>
        <span className="min-w-0 flex-1 truncate">{row.payerName ?? '–'}</span>
        <span className="number font-semibold">{amount}</span>
        <span className="w-full text-s text-quiet">{t(`reason.${row.reason}`)}</span>
      </button>
      {isOpen && (
        <div className="grid gap-3 py-3">
          <p className="text-s break-words">
            {[row.payerIban, row.reference, row.text].filter((text) => text !== null && text !== '').join(', ')}
          </p>
          {row.direction === 'credit' && row.currency === 'EUR' && <Assign row={row} />}
          <Ignore id={row.id} />
        </div>
      )}
    </li>
  );
}

/** Finds the order first, so that the person compares the amount due with the entry before the money is booked. */
function Assign({ row }: { row: UnassignedMoney }) {
  const t = useTexts('bank');
  const { money } = useFormat();
  const [text, setText] = useState('');
  const [searchedText, setSearchedText] = useState<string | null>(null);
  const path = searchedText === null ? null : `/api/money/bank/order?${new URLSearchParams({ find: searchedText })}`;
  const query = useScreen<AssignableOrder>(path, ['orders']);
  const order = query.data;
  return (
    <>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') setSearchedText(text.trim());
        }}
      >
        <Field label={t('order')} value={text} onChange={setText} maxLength={40} />
        <Button type="submit" isDisabled={text.trim() === ''}>
          {t('find')}
        </Button>
      </form>
      <Problem refused={query.error} />
      {order && (
        <>
          <p>
            <span className="number font-semibold">{order.number}</span> {order.name},{' '}
            {t('compare', { amount: money(row.amountCents), due: money(order.dueCents) })}
          </p>
          <ActButton
            act="assign-bank-entry"
            fields={{ id: row.id, order: order.number, dueCents: order.dueCents }}
            movesMoney
            look="primary"
            label={t('assign')}
          />
        </>
      )}
    </>
  );
}

function Ignore({ id }: { id: number }) {
  const t = useTexts('bank');
  const [reason, setReason] = useState('');
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t('why')} value={reason} onChange={setReason} maxLength={200} />
      <ActButton
        act="ignore-bank-entry"
        fields={{ id, reason }}
        label={t('ignore')}
        isDisabled={reason.trim() === ''}
      />
    </div>
  );
}
