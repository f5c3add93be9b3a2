import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AtRiskRow, DeskOrderRow, Section, Today, TransferRow } from '../../../../shop/desk/today.ts';
import { useBranch } from '../../client/branch.tsx';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { tallinnToday, useFormat } from '../../ui/format.ts';
import { OrderRow } from '../../ui/order/order-row.tsx';
import { Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { PrintLink } from '../../ui/print-link.tsx';
import { Screen } from '../../ui/screen.tsx';
import { AppointmentsToMove, FittingToday } from './fitting-today.tsx';

/** How often the data is loaded again: no event tells that a buyer has become late. */
const repeatMs = 60_000;

export default function TodayScreen() {
  const t = useTexts('today');
  const reasonName = useTexts('attention');
  const { branch } = useBranch();
  const format = useFormat();
  const query = useLiveQuery<Today>(`/api/today?branch=${branch}`, ['orders', 'fitting', 'stock', 'purchases'], {
    repeatMs,
  });
  return (
    <Screen
      title={t('title', { branch: format.branchName(branch) })}
      aside={
        <div className="hidden md:block">
          <PrintLink path="day" query={{ branch, day: tallinnToday() }}>
            {t('print')}
          </PrintLink>
        </div>
      }
    >
      <WhenLoaded query={query}>
        {(today) => (
          <>
            {today.fitting && <FittingToday fitting={today.fitting} />}
            <div className="grid items-start gap-4 xl:grid-cols-2">
              <div className="grid gap-4">
                {today.fitting && <AppointmentsToMove toMove={today.fitting.toMove} />}
                <OrderList
                  title={t('needsAttention')}
                  section={today.needsAttention}
                  note={({ reasons }) =>
                    reasons.map((reason) => (
                      <State key={reason} tone="bad">
                        {reasonName(reason)}
                      </State>
                    ))
                  }
                />
                <OrderList title={t('toDo')} section={today.toDo} emptyText={t('nothingToDo')} />
                <OrderList
                  title={t('atRisk')}
                  section={today.atRisk}
                  note={(order) => <RiskState order={order} />}
                  action={({ risk, number }) => (risk === 'no-time' ? <ChooseTime number={number} /> : null)}
                />
                <OrderList
                  title={t('waiting')}
                  section={today.waiting}
                  emptyText={t('nobodyWaiting')}
                  note={({ days }) => <span>{t('days', { count: days })}</span>}
                />
              </div>
              <div className="grid gap-4">
                <Expected today={today} />
                <Transfers title={t('toSend')} section={today.toSend} pieces={today.toSend.pieces} />
                <Transfers title={t('toReceive')} section={today.toReceive} pieces={today.toReceive.pieces} />
                <OrderList
                  title={t('newOrders')}
                  section={today.newOrders}
                  note={({ placedAt, totalCents }) => (
                    <span>
                      {format.time(placedAt)}, {format.money(totalCents)}
                    </span>
                  )}
                />
              </div>
            </div>
          </>
        )}
      </WhenLoaded>
    </Screen>
  );
}

type OrderListProps<Row> = {
  title: string;
  section: Section<Row>;
  /** Without this text, an empty section is not shown. */
  emptyText?: string;
  note?: (order: Row) => ReactNode;
  action?: (order: Row) => ReactNode;
};

function OrderList<Row extends DeskOrderRow>({ title, section, emptyText, note, action }: OrderListProps<Row>) {
  if (section.total === 0 && emptyText === undefined) return null;
  return (
    <Panel title={title} count={section.total}>
      {section.total === 0 ? (
        <p className="text-quiet">{emptyText}</p>
      ) : (
        <ul>
          {section.rows.map((order) => (
            <OrderRow key={order.number} order={order} note={note?.(order)} action={action?.(order)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function ChooseTime({ number }: { number: string }) {
  const t = useTexts('fittingTime');
  return (
    <Link to={`/o/${number}/fitting`} className={buttonClass()}>
      {t('choose')}
    </Link>
  );
}

function RiskState({ order: { risk, promisedOn } }: { order: AtRiskRow }) {
  const t = useTexts('today');
  const { day } = useFormat();
  if (risk === 'no-time') return <State tone="bad">{t('noTime')}</State>;
  // The row already shows the time of the appointment.
  if (risk === 'appointment') return null;
  return <State tone={risk === 'late' ? 'bad' : 'warn'}>{t('promised', { day: day(promisedOn) })}</State>;
}

function Expected({ today: { expected } }: { today: Today }) {
  const t = useTexts('today');
  const { day } = useFormat();
  return (
    <Panel title={t('expected')} count={expected.pieces}>
      {expected.total === 0 ? (
        <p className="text-quiet">{t('nothingExpected')}</p>
      ) : (
        <>
          <ul>
            {expected.rows.map((row) => (
              <li
                key={row.purchase + row.day}
                className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3 first:border-t-0"
              >
                <span>
                  {row.supplier} <span className="number text-quiet">{row.purchase}</span>
                </span>
                <span className="flex gap-3">
                  {row.overdue && <State tone="bad">{day(row.day)}</State>}
                  <span className="number">{t('pieces', { count: row.count })}</span>
                </span>
              </li>
            ))}
          </ul>
          <Link to="/arriving" className={buttonClass()}>
            {t('openArriving')}
          </Link>
        </>
      )}
    </Panel>
  );
}

function Transfers({ title, section, pieces }: { title: string; section: Section<TransferRow>; pieces: number }) {
  const t = useTexts('today');
  const { branchName } = useFormat();
  if (section.total === 0) return null;
  return (
    <Panel title={title} count={pieces}>
      <ul>
        {section.rows.map((row) => (
          <li key={row.id} className="border-t border-line py-3 first:border-t-0">
            <span className="number font-semibold">{row.count} ×</span> {row.title}{' '}
            <span className="number whitespace-nowrap">{row.size}</span>{' '}
            <span className="text-quiet">
              {branchName(row.from)} → {branchName(row.to)},{' '}
              <span className="number whitespace-nowrap">{row.number}</span>
            </span>{' '}
            {row.late && <State tone="bad">{t('late')}</State>}
          </li>
        ))}
      </ul>
      <Link to="/transfers" className={buttonClass()}>
        {t('openTransfers')}
      </Link>
    </Panel>
  );
}
