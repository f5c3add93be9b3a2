import { useState } from 'react';
import type { CalendarDay, DeskStart, DeskStarts } from '../../../../shop/desk/calendar/calendar.ts';
import { isFree, planOf } from '../../../../shop/desk/calendar/calendar-plan.ts';
import { timeOn } from '../../../../shop/fitting/day-plan.ts';
import { stepMs } from '../../../../shop/fitting/free-starts.ts';
import { baysFor } from '../../../../shop/fitting/work.ts';
import { useScreen } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { useAct } from '../../client/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { Problem } from '../../ui/problem.tsx';
import { type Contact, ContactFields, hasNameOrPlate, NameMissing } from './contact-fields.tsx';
import { type Job, JobFields } from './job-fields.tsx';
import { Starts, useWhen } from './starts.tsx';
import type { CalendarUrl } from './use-calendar-url.ts';
import { useServerNow } from './use-server-now.ts';

type Channel = 'phone' | 'counter';
type Props = { calendar: CalendarDay; url: CalendarUrl; onMessage: (message: string) => void };

/** Books for a person on the phone or at the counter. The first free time is preselected; a chosen time is never replaced by another. */
export function NewBooking({ calendar, url, onMessage }: Props) {
  const t = useTexts('calendar');
  const when = useWhen();
  const now = useServerNow(calendar.now);
  const [channel, setChannel] = useState<Channel>('phone');
  const [job, setJob] = useState<Job>({ vehicle: 'car', wheels: '4', rim: 17, runFlat: false, minutes: '' });
  const [buyer, setBuyer] = useState<Contact>({ plate: '', name: '', phone: '', note: '' });
  const [hasStoredSet, setHasStoredSet] = useState(false);
  const [chosen, setChosen] = useState<string | null>(url.start);
  const [isSubmitted, setSubmitted] = useState(false);
  const { run, state, refused } = useAct('book-fitting');
  const { branch } = calendar;
  const { vehicle, wheels, rim, runFlat } = job;
  const chosenMinutes: Record<string, string> = job.minutes === '' ? {} : { minutes: job.minutes };
  const query = useScreen<DeskStarts>(
    `/api/calendar/starts?${new URLSearchParams({
      branch,
      vehicle,
      wheels,
      rim: String(rim),
      runFlat: String(runFlat),
      ...chosenMinutes,
      from: calendar.day,
    })}`,
    ['fitting'],
  );
  const suitableBays = baysFor(calendar.bays, job);
  const isSuitable = suitableBays.some(({ id }) => id === url.bay);
  const pressed = isSuitable ? pressedStart(url, calendar, { minutes: query.data?.work?.minutes ?? 0, now }) : null;
  const days = withStart(query.data?.days ?? [], pressed, calendar.day);
  const starts = days.flatMap((free) => free.starts);
  const start = chosen === null ? starts[0] : starts.find(({ at }) => at === chosen);
  const unavailableStart = chosen !== null && query.data?.work && !start ? startAt(chosen, calendar) : null;
  const pressedBay = pressed && start?.at === pressed.at ? url.bay : null;
  const book = async () => {
    setSubmitted(true);
    if (!hasNameOrPlate(buyer) || !start) return;
    const work = { vehicle, wheels: Number(wheels), rim, runFlat, ...chosenMinutes };
    const fields = { branch, channel, ...work, ...buyer, storage: hasStoredSet, at: start.at };
    const booked = await run({ ...fields, ...(pressedBay !== null && { bay: pressedBay }) });
    if (!booked.ok) return;
    onMessage(t('told', { when: when(start), who: buyer.plate.trim().toUpperCase() || buyer.name.trim() }));
    url.close();
  };
  return (
    <Drawer title={t('new.title')} onClose={url.close}>
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
      <Checkbox label={t('new.storage')} value={hasStoredSet} onChange={setHasStoredSet} />
      {isSubmitted && !hasNameOrPlate(buyer) && <NameMissing />}
      <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-sheet py-3">
        <p aria-live="polite" className="min-w-0 flex-1">
          {query.data?.work === null && (
            <span className="font-semibold text-bad">{t(suitableBays.length === 0 ? 'new.noBay' : 'new.byPhone')}</span>
          )}
          {unavailableStart && (
            <span className="font-semibold text-bad">{t('new.noRoom', { when: when(unavailableStart) })}</span>
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

function Summary({ start, bay, work: { minutes, priceCents } }: SummaryProps) {
  const t = useTexts('calendar');
  const when = useWhen();
  const { money } = useFormat();
  return (
    <>
      <span className="number block text-l font-semibold">{when(start)}</span>
      <span className="number text-s text-quiet">
        {t('minutes', { count: minutes })}
        {`, ${priceCents === null ? t('priceAgreed') : money(priceCents)}, `}
        {t('new.inBay', { bay: bay ?? '' })}
      </span>
    </>
  );
}

function startAt(at: string, { noon }: CalendarDay): Pick<DeskStart, 'at' | 'time'> {
  return { at, time: timeOn({ noon: Date.parse(noon) }, Date.parse(at)) };
}

/** Returns the time that was pressed in the calendar if the work fits there. The server does not offer times that leave too short a gap; an employee may choose one. */
function pressedStart(
  { start, bay }: CalendarUrl,
  calendar: CalendarDay,
  { minutes, now }: { minutes: number; now: number },
): DeskStart | null {
  if (start === null || bay === null) return null;
  const from = Date.parse(start);
  const isPast = from < Math.floor(now / stepMs) * stepMs;
  if (isPast || !isFree(planOf(calendar), bay, { from, to: from + minutes * 60_000 })) return null;
  return { ...startAt(start, calendar), bays: [bay] };
}

function withStart(days: DeskStarts['days'], added: DeskStart | null, day: string): DeskStarts['days'] {
  if (added === null || days.some(({ starts }) => starts.some(({ at }) => at === added.at))) return days;
  return days.map((free) =>
    free.day === day ? { ...free, starts: [...free.starts, added].sort((a, b) => a.at.localeCompare(b.at)) } : free,
  );
}
