import { useState } from 'react';
import type {
  AssignableOrder,
  ImportSummary,
  OldestUnassigned,
  UnassignedMoney,
} from '../../../../shop/bank/bank-view.ts';
import { amountText } from '../../../../shop/money.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FileUpload } from '../../ui/file-upload.tsx';
import { useFormat } from '../../ui/format.ts';
import { ExpandableRow, Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';

export function Bank() {
  const t = useTexts('bank');
  const query = useLiveQuery<OldestUnassigned>('/api/money/bank', ['orders']);
  return (
    <>
      <StatementUpload />
      <WhenLoaded query={query}>
        {({ entries, total }) => (
          <Panel title={t('unassigned')} count={total}>
            {total === 0 && <p className="text-quiet">{t('none')}</p>}
            <ul>
              {entries.map((entry) => (
                <BankEntry key={entry.id} entry={entry} />
              ))}
            </ul>
            {total > entries.length && <p className="text-quiet">{t('oldestShown', { count: entries.length })}</p>}
          </Panel>
        )}
      </WhenLoaded>
    </>
  );
}

function StatementUpload() {
  const t = useTexts('bank');
  const { money } = useFormat();
  const [summary, setSummary] = useState<ImportSummary | null>(null);
  return (
    <Panel title={t('statement')}>
      <p className="mb-3 text-quiet">{t('explains')}</p>
      <FileUpload<ImportSummary>
        uploadPath={() => '/api/money/statement'}
        accept={['.xml', 'text/xml', 'application/xml']}
        label={t('choose')}
        busyLabel={t('reading')}
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

function BankEntry({ entry }: { entry: UnassignedMoney }) {
  const t = useTexts('bank');
  const { day } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const signedCents = entry.direction === 'debit' ? -entry.amountCents : entry.amountCents;
  const amount = `${amountText(signedCents, ',')} ${entry.currency}`;
  return (
    <ExpandableRow
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
      summary={
        <>
          <span className="text-s text-quiet">{day(entry.bookedOn, { short: true })}</span>
          <span className="min-w-0 flex-1 truncate">{entry.payerName ?? '–'}</span>
          <span className="number font-semibold">{amount}</span>
          <span className="w-full text-s text-quiet">{t(`reason.${entry.reason}`)}</span>
        </>
      }
    >
      <div className="grid gap-3 py-3">
        <p className="text-s break-words">
          {[entry.payerIban, entry.reference, entry.text].filter((text) => text !== null && text !== '').join(', ')}
        </p>
        {entry.direction === 'credit' && entry.currency === 'EUR' && <AssignForm entry={entry} />}
        <IgnoreForm id={entry.id} />
      </div>
    </ExpandableRow>
  );
}

function AssignForm({ entry }: { entry: UnassignedMoney }) {
  const t = useTexts('bank');
  const { money } = useFormat();
  const [orderText, setOrderText] = useState('');
  const [searchedText, setSearchedText] = useState<string | null>(null);
  const path = searchedText === null ? null : `/api/money/bank/order?${new URLSearchParams({ find: searchedText })}`;
  const query = useLiveQuery<AssignableOrder>(path, ['orders']);
  const order = query.data;
  return (
    <>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (orderText.trim() !== '') setSearchedText(orderText.trim());
        }}
      >
        <Field label={t('order')} value={orderText} onChange={setOrderText} maxLength={40} />
        <Button type="submit" isDisabled={orderText.trim() === ''}>
          {t('find')}
        </Button>
      </form>
      <Problem refused={query.error} />
      {order && (
        <>
          <p>
            <span className="number font-semibold">{order.number}</span> {order.name},{' '}
            {t('compare', { amount: money(entry.amountCents), due: money(order.dueCents) })}
          </p>
          <ActButton
            act="assign-bank-entry"
            fields={{ id: entry.id, order: order.number, dueCents: order.dueCents }}
            movesMoney
            look="primary"
            label={t('assign')}
          />
        </>
      )}
    </>
  );
}

function IgnoreForm({ id }: { id: number }) {
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
