import { useState } from 'react';
import type { CalendarDay, DeskStart, DeskStarts } from '../../../../shop/desk/calendar/calendar.ts';
import { timeOn } from '../../../../shop/fitting/day-plan.ts';
import { baysFor } from '../../../../shop/fitting/work.ts';
import { useScreen } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { useAct } from '../../client/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { tallinnDay, useFormat } from '../../ui/format.ts';
import { Problem } from '../../ui/problem.tsx';
import { Tick } from '../../ui/tick.tsx';
import { type Contact, ContactFields, isNamed, NameMissing } from './contact-fields.tsx';
import { type Job, JobFields } from './job-fields.tsx';
import { Starts } from './starts.tsx';
import type { CalendarPlace } from './use-calendar-place.ts';

type Channel = 'phone' | 'counter';
type Props = { calendar: CalendarDay; place: CalendarPlace };

/** A booking of somebody on the phone or at the counter. The first free time is chosen already. */
export function NewBooking({ calendar, place }: Props) {
  const t = useTexts('calendar');
  const [channel, setChannel] = useState<Channel>('phone');
  const [job, setJob] = useState<Job>({ vehicle: 'car', wheels: '4', rim: 17, runFlat: false, minutes: '' });
  const [buyer, setBuyer] = useState<Contact>({ plate: '', name: '', phone: '', note: '' });
  const [storage, setStorage] = useState(false);
  const [chosen, setChosen] = useState<string | null>(place.start);
  const [isAsked, setAsked] = useState(false);
  const { run, state, refused } = useAct('book-fitting');
  const { branch } = calendar;
  const { vehicle, wheels, rim, runFlat } = job;
  const minutes = job.minutes !== '' && { minutes: job.minutes };
  const query = useScreen<DeskStarts>(
    `/api/calendar/starts?${new URLSearchParams({
      ...{ branch, vehicle, wheels, rim: String(rim), runFlat: String(runFlat), ...minutes },
      from: calendar.day,
    })}`,
    ['fitting'],
  );
  const days = withChosen(query.data?.days ?? [], place, calendar);
  const starts = days.flatMap((free) => free.starts);
  const start = starts.find(({ at }) => at === chosen) ?? starts[0];
  const able = baysFor(calendar.bays, job);
  const isAble = able.some(({ id }) => id === place.bay);
  const pressedBay = isAble && start?.at === place.start ? place.bay : null;
  const book = async () => {
    setAsked(true);
    if (!isNamed(buyer) || !start) return;
    const work = { vehicle, wheels: Number(wheels), rim, runFlat, ...minutes };
    const fields = { branch, channel, ...work, ...buyer, storage, at: start.at };
    const booked = await run({ ...fields, ...(pressedBay !== null && { bay: pressedBay }) });
    if (booked.ok) place.close();
  };
  return (
    <Drawer title={t('new.title')} onClose={place.close}>
      <ContactFields contact={buyer} onChange={(change) => setBuyer({ ...buyer, ...change })} refused={refused} />
      <Choice
        label={t('new.kind')}
        value={channel}
        onChange={setChannel}
        options={[
          { value: 'phone', label: t('new.phone') },
          { value: 'counter', label: t('new.counter') },
        ]}
      />
      <JobFields job={job} onChange={setJob} />
      <Tick label={t('new.storage')} value={storage} onChange={setStorage} />
      {isAsked && !isNamed(buyer) && <NameMissing />}
      <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-sheet py-3">
        <p aria-live="polite" className="min-w-0 flex-1">
          {query.data?.work === null && (
            <span className="font-semibold text-bad">{t(able.length === 0 ? 'new.noBay' : 'new.byPhone')}</span>
          )}
          {start && query.data?.work && (
            <Summary start={start} bay={pressedBay ?? start.bays[0]} work={query.data.work} />
          )}
        </p>
        <Button look="primary" onPress={book} isDisabled={!start || state !== 'idle'} isBusy={state !== 'idle'}>
          {t('new.book')}
        </Button>
      </div>
      <Problem refused={refused} />
      {query.data?.work && <Starts days={days} chosen={start?.at ?? null} onChoose={({ at }) => setChosen(at)} />}
    </Drawer>
  );
}

type SummaryProps = { start: DeskStart; bay: number | undefined; work: NonNullable<DeskStarts['work']> };

/** What is going to be booked. */
function Summary({ start, bay, work: { minutes, priceCents } }: SummaryProps) {
  const t = useTexts('calendar');
  const { day, money } = useFormat();
  return (
    <>
      <span className="number block text-l font-semibold">
        {day(tallinnDay(new Date(start.at)))} {start.time}
      </span>
      <span className="number text-s text-quiet">
        {t('minutes', { count: minutes })}
        {`, ${priceCents === null ? t('priceAgreed') : money(priceCents)}, `}
        {t('new.inBay', { bay: bay ?? '' })}
      </span>
    </>
  );
}

/** Adds the time that was pressed in the calendar, which may leave a gap and is therefore not offered. */
function withChosen(
  days: DeskStarts['days'],
  { start, bay }: CalendarPlace,
  calendar: CalendarDay,
): DeskStarts['days'] {
  if (start === null || bay === null || days.some(({ starts }) => starts.some(({ at }) => at === start))) return days;
  const time = timeOn({ noon: Date.parse(calendar.noon) }, Date.parse(start));
  const added: DeskStart = { at: start, time, bays: [bay] };
  return days.map((free) =>
    free.day === calendar.day ? { ...free, starts: [...free.starts, added].sort(byTime) } : free,
  );
}

const byTime = (a: DeskStart, b: DeskStart) => a.at.localeCompare(b.at);
