import { useState } from 'react';
import type { CalendarDay, DeskStart, DeskStarts } from '../../../../shop/desk/calendar/calendar.ts';
import { isFree, planOf } from '../../../../shop/desk/calendar/calendar-plan.ts';
import { timeOn } from '../../../../shop/fitting/day-plan.ts';
import { stepMs } from '../../../../shop/fitting/free-starts.ts';
import { baysFor } from '../../../../shop/fitting/work.ts';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { useAct } from '../../client/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { Problem } from '../../ui/problem.tsx';
import { type Contact, ContactFields, hasNameOrPlate, NameOrPlateMissing } from './contact-fields.tsx';
import { type Job, JobFields } from './job-fields.tsx';
import { Starts, useStartText } from './starts.tsx';
import type { CalendarUrl } from './use-calendar-url.ts';
import { useServerNow } from './use-server-now.ts';

type Channel = 'phone' | 'counter';
type Props = { calendar: CalendarDay; url: CalendarUrl; onMessage: (message: string) => void };

/** Preselects the time pressed in the calendar (`url.start`), else the first free one. Never replaces a chosen time. */
export function NewBooking({ calendar, url, onMessage }: Props) {
  const t = useTexts('calendar');
  const startText = useStartText();
  const now = useServerNow(calendar.now);
  const [channel, setChannel] = useState<Channel>('phone');
  const [job, setJob] = useState<Job>({ vehicle: 'car', wheels: '4', rim: 17, runFlat: false, minutes: '' });
  const [contact, setContact] = useState<Contact>({ plate: '', name: '', phone: '', note: '' });
  const [hasStoredSet, setHasStoredSet] = useState(false);
  const [chosenAt, setChosenAt] = useState<string | null>(url.start);
  const [isSubmitted, setSubmitted] = useState(false);
  const { run, isBusy, refused } = useAct('book-fitting');
  const { branch } = calendar;
  const { vehicle, wheels, rim, runFlat } = job;
  const minutesField: Record<string, string> = job.minutes === '' ? {} : { minutes: job.minutes };
  const query = useLiveQuery<DeskStarts>(
    `/api/calendar/starts?${new URLSearchParams({
      branch,
      vehicle,
      wheels,
      rim: String(rim),
      runFlat: String(runFlat),
      ...minutesField,
      from: calendar.day,
    })}`,
    ['fitting'],
  );
  // Undefined: loading. Null: the job has no price or no bay.
  const offeredJob = query.data?.work;
  const suitableBays = baysFor(calendar.bays, job);
  const isPressedBaySuitable = suitableBays.some(({ id }) => id === url.bay);
  // While the duration of the job is loading, only the start time itself has to be free.
  const pressedStart = isPressedBaySuitable
    ? findPressedStart(url, calendar, { minutes: offeredJob?.minutes ?? 0, now })
    : null;
  const days = withStart(query.data?.days ?? [], pressedStart, calendar.day);
  const starts = days.flatMap((freeDay) => freeDay.starts);
  const start = chosenAt === null ? starts[0] : starts.find(({ at }) => at === chosenAt);
  const isChosenTimeMissing = offeredJob && chosenAt !== null && !start;
  const unavailableStart = isChosenTimeMissing ? startAt(chosenAt, calendar) : null;
  const pressedBay = pressedStart && start?.at === pressedStart.at ? url.bay : null;
  const book = async () => {
    setSubmitted(true);
    if (!hasNameOrPlate(contact) || !start) return;
    const work = { vehicle, wheels: Number(wheels), rim, runFlat, ...minutesField };
    const fields = { branch, channel, ...work, ...contact, storage: hasStoredSet, at: start.at };
    const result = await run({ ...fields, ...(pressedBay !== null && { bay: pressedBay }) });
    if (!result.ok) return;
    onMessage(t('told', { when: startText(start), who: contact.plate.trim().toUpperCase() || contact.name.trim() }));
    url.close();
  };
  return (
    <Drawer title={t('new.title')} onClose={url.close}>
      <ContactFields contact={contact} onChange={(change) => setContact({ ...contact, ...change })} refused={refused} />
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
      <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-sheet py-3 [&>[role=alert]]:w-full">
        {isSubmitted && !hasNameOrPlate(contact) && <NameOrPlateMissing />}
        <Problem refused={refused} />
        <p aria-live="polite" className="min-w-0 flex-1">
          {offeredJob === null && (
            <span className="font-semibold text-bad">{t(suitableBays.length === 0 ? 'new.noBay' : 'new.byPhone')}</span>
          )}
          {unavailableStart && (
            <span className="font-semibold text-bad">{t('new.noRoom', { when: startText(unavailableStart) })}</span>
          )}
          {start && offeredJob && <Summary start={start} bay={pressedBay ?? start.bays[0]} work={offeredJob} />}
        </p>
        <Button look="primary" onPress={book} isDisabled={!start} isBusy={isBusy}>
          {t('new.book')}
        </Button>
      </div>
      {offeredJob && <Starts days={days} chosenAt={start?.at ?? null} onChoose={({ at }) => setChosenAt(at)} />}
    </Drawer>
  );
}

type SummaryProps = { start: DeskStart; bay: number | undefined; work: NonNullable<DeskStarts['work']> };

function Summary({ start, bay, work: { minutes, priceCents } }: SummaryProps) {
  const t = useTexts('calendar');
  const startText = useStartText();
  const { money } = useFormat();
  return (
    <>
      <span className="number block text-l font-semibold">{startText(start)}</span>
      <span className="number text-s text-quiet">
        {t('minutes', { count: minutes })}
        {`, ${priceCents === null ? t('priceAgreed') : money(priceCents)}, `}
        {t('new.inBay', { bay: bay ?? '' })}
      </span>
    </>
  );
}

function startAt(at: string, calendar: CalendarDay): Pick<DeskStart, 'at' | 'time'> {
  return { at, time: timeOn(planOf(calendar), Date.parse(at)) };
}

/** Returns the start pressed in the calendar. Null: none pressed, past, or not free for `minutes`. Unlike an offered start, it may leave a gap too short for a job. */
function findPressedStart(
  { start, bay }: CalendarUrl,
  calendar: CalendarDay,
  { minutes, now }: { minutes: number; now: number },
): DeskStart | null {
  if (start === null || bay === null) return null;
  const from = Date.parse(start);
  const currentQuarter = Math.floor(now / stepMs) * stepMs;
  const isPast = from < currentQuarter;
  if (isPast || !isFree(planOf(calendar), bay, { from, to: from + minutes * 60_000 })) return null;
  return { ...startAt(start, calendar), bays: [bay] };
}

function withStart(days: DeskStarts['days'], addedStart: DeskStart | null, day: string): DeskStarts['days'] {
  if (addedStart === null) return days;
  const isOffered = days.some(({ starts }) => starts.some(({ at }) => at === addedStart.at));
  if (isOffered) return days;
  return days.map((freeDay) =>
    freeDay.day === day
      ? { ...freeDay, starts: [...freeDay.starts, addedStart].sort((a, b) => a.at.localeCompare(b.at)) }
      : freeDay,
  );
}
