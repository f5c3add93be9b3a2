import { useState } from 'react';
import { Link } from 'react-router';
import type { MoneyTasks } from '../../../../shop/desk/money.ts';
import { amountText, centsFromText } from '../../../../shop/money.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { tallinnToday, useFormat } from '../../ui/format.ts';
import { ExpandableRow, ListPanel, Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Bank } from './bank.tsx';

const firstDayOfMonth = () => `${tallinnToday().slice(0, 'YYYY-MM'.length)}-01`;

export default function Money() {
  const t = useTexts('money');
  const query = useLiveQuery<MoneyTasks>('/api/money', ['orders']);
  return (
    <Screen
      title={t('title')}
      aside={
        <div className="flex flex-wrap gap-2">
          <Link to="/money/documents" className={buttonClass()}>
            {t('documents')}
          </Link>
          <Link to="/money/month" className={buttonClass()}>
            {t('month')}
          </Link>
        </div>
      }
    >
      <WhenLoaded query={query}>
        {(data) => (
          <div className="grid items-start gap-4 xl:grid-cols-2">
            <div className="grid gap-4">
              <BankTransfers rows={data.transfers} />
              <Bank />
            </div>
            <div className="grid gap-4">
              <Refunds rows={data.refunds} />
              <DifferencesFromProviders rows={data.findings} />
              <OrderExport />
            </div>
          </div>
        )}
      </WhenLoaded>
    </Screen>
  );
}

function BankTransfers({ rows }: { rows: MoneyTasks['transfers'] }) {
  const t = useTexts('money');
  const { money, time, day } = useFormat();
  const [search, setSearch] = useState('');
  const [openNumber, setOpenNumber] = useState<string | null>(null);
  const searchedNumber = search.replaceAll(' ', '').toLowerCase();
  const searchedCents = centsFromText(search);
  const matchingRows = rows.filter(
    (row) =>
      searchedNumber === '' ||
      row.reference.includes(searchedNumber) ||
      row.number.toLowerCase().includes(searchedNumber) ||
      row.name.toLowerCase().includes(search.trim().toLowerCase()) ||
      row.dueCents === searchedCents,
  );
  return (
    <Panel title={t('transfers')} count={rows.length}>
      <Field label={t('search')} value={search} onChange={setSearch} />
      {matchingRows.length === 0 && <p className="mt-2 text-quiet">{t('none')}</p>}
      <ul>
        {matchingRows.map((row) => (
          <ExpandableRow
            key={row.number}
            isOpen={openNumber === row.number}
            onToggle={() => setOpenNumber(openNumber === row.number ? null : row.number)}
            summary={
              <>
                <span className="number font-semibold">{row.reference}</span>
                <span className="number">{row.number}</span>
                <span className="min-w-32 flex-1 truncate">{row.name}</span>
                {row.dueOn ? (
                  <State tone={row.dueOn < tallinnToday() ? 'bad' : 'quiet'}>
                    {t('dueOn', { day: day(row.dueOn, { short: true }) })}
                  </State>
                ) : (
                  <span className="text-s text-quiet">{time(row.placedAt)}</span>
                )}
                <span className="number ml-auto font-semibold">{money(row.dueCents)}</span>
              </>
            }
          >
            <BookTransfer row={row} />
          </ExpandableRow>
        ))}
      </ul>
    </Panel>
  );
}

function BookTransfer({ row }: { row: MoneyTasks['transfers'][number] }) {
  const t = useTexts('money');
  const [reference, setReference] = useState('');
  const [amount, setAmount] = useState(() => amountText(row.dueCents, ','));
  const cents = centsFromText(amount);
  // Without `amountCents`, the server books the whole amount due.
  const amountField = cents === row.dueCents ? {} : { amountCents: cents };
  return (
    <div className="grid gap-3 py-3">
      <Field label={t('bankReference')} value={reference} onChange={setReference} maxLength={100} autoFocus />
      <Field label={t('amount')} value={amount} onChange={setAmount} inputMode="decimal" />
      <ActButton
        act="book-transfer"
        fields={{ number: row.number, reference, ...amountField }}
        movesMoney
        look="primary"
        label={t('book')}
        isDisabled={reference.trim() === '' || !cents}
      />
    </div>
  );
}

function Refunds({ rows }: { rows: MoneyTasks['refunds'] }) {
  const t = useTexts('money');
  const { money, time } = useFormat();
  return (
    <ListPanel title={t('refunds')} rows={rows} emptyText={t('none')}>
      {(row) => (
        <li
          key={row.number + row.requestedAt}
          className="flex flex-wrap items-center gap-x-4 border-t border-line py-2 first:border-t-0"
        >
          <span className="number font-semibold">{row.number}</span>
          <span className="min-w-32 flex-1 truncate">{row.name}</span>
          <span className="text-s text-quiet">{time(row.requestedAt)}</span>
          <span className="number ml-auto font-semibold">{money(row.amountCents)}</span>
          <Link to={`/o/${row.number}/refund`} className={buttonClass()} data-row>
            {t('payOut')}
          </Link>
        </li>
      )}
    </ListPanel>
  );
}

function DifferencesFromProviders({ rows }: { rows: MoneyTasks['findings'] }) {
  const t = useTexts('money');
  const { time } = useFormat();
  return (
    <ListPanel title={t('findings')} rows={rows} emptyText={t('none')}>
      {(row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2 first:border-t-0"
        >
          <span className="min-w-0 flex-1">
            {row.provider}: {t(`finding.${row.kind}`)}{' '}
            <span className="number text-s text-quiet">{row.providerRef}</span>
            <span className="block text-s text-quiet">{time(row.foundAt)}</span>
          </span>
          <ActButton act="resolve-finding" fields={{ id: row.id }} label={t('resolve')} />
        </li>
      )}
    </ListPanel>
  );
}

function OrderExport() {
  const t = useTexts('money');
  const [from, setFrom] = useState(firstDayOfMonth);
  const [to, setTo] = useState(tallinnToday);
  return (
    <Panel title={t('export')}>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('from')} type="date" value={from} onChange={setFrom} />
        <Field label={t('to')} type="date" value={to} onChange={setTo} />
        <a className={buttonClass()} href={`/api/money/orders.csv?${new URLSearchParams({ from, to })}`} download>
          {t('download')}
        </a>
      </div>
    </Panel>
  );
}
