import { Link } from 'react-router';
import type { FittingRow as Row, TodayFitting } from '../../../../shop/desk/fitting/today-fitting.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { FittingRow } from '../../ui/fitting/fitting-row.tsx';
import { useFormat } from '../../ui/format.ts';
import { pathOfAct } from '../../ui/order/order-row.tsx';
import { ListPanel, Panel, State } from '../../ui/parts.tsx';

export function FittingToday({ fitting: { bays } }: { fitting: TodayFitting }) {
  const t = useTexts('today');
  const fittingTexts = useTexts('fittingTime');
  const count = bays.reduce((sum, { rows, later: laterCount }) => sum + rows.length + laterCount, 0);
  return (
    <Panel title={t('fitting')} count={count}>
      {count === 0 && <p className="text-quiet">{t('noFitting')}</p>}
      <div className="grid items-start gap-x-6 gap-y-3 md:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))]">
        {bays
          .filter(({ rows }) => rows.length > 0)
          .map(({ bay, rows, later: laterCount }) => (
            <section key={bay} className="min-w-0">
              <h3 className="font-semibold">{fittingTexts('bay', { bay })}</h3>
              <ul>
                {rows.map((row) => (
                  <NextRow key={row.id} row={row} />
                ))}
              </ul>
              {laterCount > 0 && <p className="text-s text-quiet">{t('laterToday', { count: laterCount })}</p>}
            </section>
          ))}
      </div>
      <Link to="/calendar" className={`${buttonClass()} mt-3`}>
        {t('openCalendar')}
      </Link>
    </Panel>
  );
}

function NextRow({ row }: { row: Row }) {
  const t = useTexts('fittingTime');
  const actName = useTexts('acts');
  const { id, version, time, state, step: nextStep, order, orderAct } = row;
  const { studded: hasStuds, late: isLate } = row;
  const arrivalState = state === 'booked' ? null : <State tone="good">{t(`state.${state}`)}</State>;
  const note = isLate ? <State tone="bad">{t('late')}</State> : arrivalState;
  return (
    <FittingRow booking={row} time={time} hasStuds={hasStuds} note={note}>
      {nextStep && (
        <ActButton
          key={nextStep}
          act={nextStep}
          fields={{ id, version }}
          shownVersion={String(version)}
          label={actName(nextStep)}
        />
      )}
      {order && orderAct && (
        <Link to={pathOfAct(order.number, orderAct)} className={buttonClass()}>
          {actName(orderAct)}
        </Link>
      )}
    </FittingRow>
  );
}

/** Lists appointments that now lie in a blocked time or outside the opening hours. */
export function AppointmentsToMove({ toMove }: Pick<TodayFitting, 'toMove'>) {
  const t = useTexts('today');
  const fittingTexts = useTexts('fittingTime');
  const { day } = useFormat();
  if (toMove.total === 0) return null;
  return (
    <ListPanel title={t('toMove')} rows={toMove.rows} count={toMove.total}>
      {(row) => (
        <FittingRow key={row.id} booking={row} time={`${day(row.day)} ${row.time}`}>
          <Link
            to={row.order ? `/o/${row.order.number}/fitting` : `/calendar?day=${row.day}&open=${row.id}&move=1`}
            className={buttonClass()}
          >
            {fittingTexts('move')}
          </Link>
        </FittingRow>
      )}
    </ListPanel>
  );
}
