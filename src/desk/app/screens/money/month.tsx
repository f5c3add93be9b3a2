import { useState } from 'react';
import { Link } from 'react-router';
import type { MonthReport } from '../../../../shop/books/accounts/month-report.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { recentMonths, useFormat } from '../../ui/format.ts';
import { BranchChoice } from '../../ui/order/order-choices.tsx';
import { Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { useProviderName } from '../../ui/provider-name.ts';
import { Screen } from '../../ui/screen.tsx';
import { Select } from '../../ui/select.tsx';
import { Table } from '../../ui/table.tsx';
import { EnterFee } from './provider-fee.tsx';

export default function Month() {
  const t = useTexts('month');
  const { monthName } = useFormat();
  const [month, setMonth] = useState(() => recentMonths()[0] ?? '');
  const [branch, setBranch] = useState('');
  const filter = new URLSearchParams({ month, ...(branch && { branch }) }).toString();
  const query = useLiveQuery<MonthReport>(`/api/money/month?${filter}`, ['orders']);
  return (
    <Screen title={t('title')}>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('month')}
          value={month}
          onChange={setMonth}
          options={recentMonths().map((value) => ({ value, label: monthName(value) }))}
        />
        <BranchChoice offersAll value={branch} onChange={setBranch} />
      </div>
      <WhenLoaded query={query}>{(report) => <Books report={report} filter={filter} month={month} />}</WhenLoaded>
    </Screen>
  );
}

function Books({ report, filter, month }: { report: MonthReport; filter: string; month: string }) {
  const t = useTexts('month');
  const { time } = useFormat();
  const csvLink = (name: 'documents' | 'payments', label: string) => (
    <a className={buttonClass()} href={`/api/money/month/${name}.csv?${filter}`} download>
      {label}
    </a>
  );
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Panel title={t('vat')}>
        <Vat report={report} />
      </Panel>
      <Panel title={t('balance')}>
        <Balance report={report} />
      </Panel>
      <Panel title={t('money')}>
        <Money report={report} />
      </Panel>
      <Panel title={t('open')}>
        <OpenBalances report={report} />
      </Panel>
      <Panel title={t('kmdInf')} count={report.kmdInf.length}>
        <KmdInf report={report} />
      </Panel>
      <Panel title={t('files')}>
        <div className="grid gap-4">
          <div className="flex flex-wrap gap-3">
            {csvLink('documents', t('documentsCsv'))}
            {csvLink('payments', t('paymentsCsv'))}
          </div>
          <DocumentNumbers report={report} />
          {report.closedAt ? (
            <State tone="good">{t('closed', { time: time(report.closedAt) })}</State>
          ) : (
            <div className="grid gap-2">
              <p className="text-quiet">{t('closeExplains')}</p>
              <ActButton act="close-month" fields={{ month }} label={t('close')} confirmLabel={t('closeConfirm')} />
            </div>
          )}
        </div>
      </Panel>
    </div>
  );
}

/** Total VAT in the form KMD, the Estonian VAT return. */
const kmdVatBox = '4';

function Vat({ report: { rates, sum } }: { report: MonthReport }) {
  const t = useTexts('month');
  const { money } = useFormat();
  const tableRow = (name: string, box: string, { netCents, vatCents, grossCents }: MonthReport['sum']) => [
    name,
    box,
    money(netCents),
    money(vatCents),
    money(grossCents),
  ];
  const rows = rates.flatMap(({ vatPercent, kmdBox, invoices, credits, sum: rateSum }) => [
    tableRow(t('invoicesAt', { percent: vatPercent }), '', invoices),
    tableRow(t('creditsAt', { percent: vatPercent }), '', credits),
    tableRow(t('sumAt', { percent: vatPercent }), kmdBox ?? '–', rateSum),
  ]);
  const head = [t('documents'), t('kmdBox'), t('net'), t('vatSum'), t('gross')];
  const totalRows = rates.length > 0 ? [tableRow(t('sum'), kmdVatBox, sum)] : [];
  return <Table title={t('byRate')} head={head} rows={[...rows, ...totalRows]} />;
}

function Balance({ report: { balance, late: entriesOfClosedMonths } }: { report: MonthReport }) {
  const t = useTexts('month');
  const { money, day } = useFormat();
  const receivablesIncreaseCents = balance.receivablesAfterCents - balance.receivablesBeforeCents;
  const owedDecreaseCents = balance.owedBeforeCents - balance.owedAfterCents;
  // The sum of the documents = the money moved + the increase of what buyers owe + the decrease of what they are owed.
  const partsOfDocumentsSum: [string, number][] = [
    [t('moneyMoved'), balance.moneyCents],
    [t('owedByBuyers'), receivablesIncreaseCents],
    [t('owedToBuyers'), owedDecreaseCents],
  ];
  const rows: [string, number][] = [...partsOfDocumentsSum, [t('documentsSum'), balance.documentsCents]];
  if (balance.uninvoicedCents !== 0) rows.push([t('uninvoiced'), balance.uninvoicedCents]);
  const lateRows = entriesOfClosedMonths.map(({ what, day: entryDay, number, cents }) => [
    `${t(`late.${what}`)} ${number}`,
    day(entryDay, { short: true }),
    money(cents),
  ]);
  return (
    <div className="grid gap-6">
      <Table
        title={t('agrees')}
        head={[t('part'), t('amount')]}
        rows={rows.map(([name, cents]) => [name, money(cents)])}
      />
      {entriesOfClosedMonths.length > 0 && (
        <Table title={t('lateTitle')} head={[t('part'), t('day'), t('amount')]} rows={lateRows} />
      )}
    </div>
  );
}

function Money({ report: { methods, clearing: providerAccounts, fees, branch } }: { report: MonthReport }) {
  const t = useTexts('month');
  const { money, day } = useFormat();
  const providerName = useProviderName();
  const isWholeShop = branch === null;
  const methodRows = methods.map(({ provider, tender, inCents, outCents, roundingCents }) => [
    tender ? t(`tender.${tender}`) : providerName(provider),
    money(inCents),
    money(outCents),
    money(roundingCents),
  ]);
  const providerRows = providerAccounts.map(
    ({ provider, openingCents, inCents, outCents, feeCents, payoutCents, closingCents }) => [
      providerName(provider),
      ...[openingCents, inCents - outCents, feeCents, payoutCents, closingCents].map(money),
    ],
  );
  const feeRows = fees.map(({ provider, day: feeDay, cents, reference }) => [
    `${providerName(provider)} ${reference}`,
    day(feeDay, { short: true }),
    money(cents),
  ]);
  return (
    <div className="grid gap-6">
      <Table title={t('byMethod')} head={[t('method'), t('in'), t('out'), t('rounding')]} rows={methodRows} />
      {providerAccounts.length > 0 && (
        <Table
          title={t('clearing')}
          head={[t('heldBy'), t('before'), t('moved'), t('fees'), t('paidOut'), t('after')]}
          rows={providerRows}
        />
      )}
      {fees.length > 0 && <Table title={t('fees')} head={[t('fee.reference'), t('day'), t('amount')]} rows={feeRows} />}
      {isWholeShop && <EnterFee />}
    </div>
  );
}

function OpenBalances({ report: { receivables, owed } }: { report: MonthReport }) {
  const t = useTexts('month');
  const { money } = useFormat();
  const orderRows = (orders: MonthReport['owed']) =>
    orders.map(({ number, cents }) => [
      <Link key={number} to={`/o/${number}`} className="inline-flex min-h-11 items-center underline">
        {number}
      </Link>,
      money(cents),
    ]);
  return (
    <div className="grid gap-6">
      <Table title={t('receivables')} head={[t('order'), t('amount')]} rows={orderRows(receivables)} />
      <Table title={t('owed')} head={[t('order'), t('amount')]} rows={orderRows(owed)} />
    </div>
  );
}

/** The annex KMD INF of the VAT return: documents to companies. */
function KmdInf({ report: { kmdInf } }: { report: MonthReport }) {
  const t = useTexts('month');
  const { money } = useFormat();
  const rows = kmdInf.map(({ regCode, name, number, netCents, vatPercent }) => [
    `${name} ${regCode}`,
    number,
    `${vatPercent} %`,
    money(netCents),
  ]);
  return <Table title={t('kmdInfFrom')} head={[t('company'), t('document'), t('rate'), t('net')]} rows={rows} />;
}

function DocumentNumbers({ report: { numbers, skipped: skippedByRestores } }: { report: MonthReport }) {
  const t = useTexts('month');
  const { time } = useFormat();
  const rows = numbers.map(({ kind, first, last, count }) => [t(`kind.${kind}`), first, last, count]);
  const skippedRows = skippedByRestores.map(({ kind, first, last, restoredAt }) => [
    t(`kind.${kind}`),
    first,
    last,
    time(restoredAt),
  ]);
  return (
    <>
      <Table title={t('numbers')} head={[t('documents'), t('first'), t('last'), t('count')]} rows={rows} />
      {skippedByRestores.length > 0 && (
        <div className="grid gap-2">
          <Table
            title={t('skipped')}
            head={[t('documents'), t('first'), t('last'), t('restored')]}
            rows={skippedRows}
          />
          <p className="text-quiet">{t('skippedExplains')}</p>
        </div>
      )}
    </>
  );
}
