import { useState } from 'react';
import { Link } from 'react-router';
import { addDays } from '../../../../shop/calendar.ts';
import type { CalendarBooking, CalendarDay, DeskStart, DeskStarts } from '../../../../shop/desk/calendar/calendar.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { useAct } from '../../client/use-act.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { WhenLoaded } from '../../ui/parts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { customerOf } from './booking-line.tsx';
import { Starts, useStartText } from './starts.tsx';
import type { CalendarUrl } from './use-calendar-url.ts';

/** As many as the server returns. */
const daysPerPage = 7;

type Props = {
  calendar: CalendarDay;
  booking: CalendarBooking;
  url: CalendarUrl;
  onMessage: (message: string) => void;
};

export function MoveBooking({ calendar, booking, url, onMessage }: Props) {
  const t = useTexts('calendar');
  const startText = useStartText();
  const format = useFormat();
  const [branch, setBranch] = useState(calendar.branch);
  const [bay, setBay] = useState('any');
  const [from, setFrom] = useState(calendar.day);
  const query = useLiveQuery<DeskStarts>(
    `/api/calendar/starts/${booking.id}?${new URLSearchParams({ branch, from })}`,
    ['fitting'],
  );
  const { run, isBusy, refused } = useAct('move-fitting');
  const { id, version, order } = booking;
  const isSameBranch = branch === calendar.branch;
  // The bays of another branch are not shown: the server takes any bay that can do the job.
  const chosenBay = bay === 'any' || !isSameBranch ? null : Number(bay);
  const move = async (start: DeskStart) => {
    const { at } = start;
    const result = await run({ id, version, at, branch, ...(chosenBay !== null && { bay: chosenBay }) });
    if (!result.ok) return;
    onMessage(t('told', { who: customerOf(booking), when: startText(start) }));
    url.close();
  };
  const isOffered = (start: DeskStart) => {
    const isCurrentTime = isSameBranch && start.at === booking.from;
    if (chosenBay === null) return !isCurrentTime;
    return start.bays.includes(chosenBay) && !(isCurrentTime && chosenBay === booking.bay);
  };
  return (
    <Drawer title={t('move.title', { what: `${booking.time} ${customerOf(booking)}` })} onClose={url.close}>
      {calendar.branches.length > 1 &&
        (order ? (
          <OrderBranch branch={branch} number={order.number} />
        ) : (
          <Choice
            label={t('move.branch')}
            value={branch}
            onChange={setBranch}
            options={calendar.branches.map((value) => ({ value, label: format.branchName(value) }))}
          />
        ))}
      {isSameBranch && (
        <Choice
          label={t('move.bay')}
          value={bay}
          onChange={setBay}
          options={[
            { value: 'any', label: t('move.any') },
            ...calendar.bays.map(({ id }) => ({ value: String(id), label: String(id) })),
          ]}
        />
      )}
      <Problem refused={refused} />
      <WhenLoaded query={query}>
        {({ days, nextDay }) => (
          <>
            {from > calendar.today && (
              <div>
                <Button onPress={() => setFrom(addDays(from, -daysPerPage))}>{t('move.earlier')}</Button>
              </div>
            )}
            <Starts days={days} isOffered={isOffered} isDisabled={isBusy} onChoose={move} />
            {nextDay && (
              <div>
                <Button onPress={() => setFrom(nextDay)}>{t('move.later')}</Button>
              </div>
            )}
          </>
        )}
      </WhenLoaded>
      <p className="hidden text-s text-quiet md:block">{t('move.hint')}</p>
    </Drawer>
  );
}

function OrderBranch({ branch, number }: { branch: string; number: string }) {
  const t = useTexts('calendar');
  const format = useFormat();
  return (
    <div className="grid gap-1">
      <p className="text-s text-quiet">{t('move.branch')}</p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {format.branchName(branch)}
        <Link to={`/o/${number}/change`} className={buttonClass()}>
          {t('move.changeBranch')}
        </Link>
      </p>
      <p className="text-s text-quiet">{t('move.ofOrder')}</p>
    </div>
  );
}
