import { useState } from 'react';
import { addDays, instantAt } from '../../../../shop/calendar.ts';
import type { CalendarBlock, CalendarDay } from '../../../../shop/desk/calendar/calendar.ts';
import { planOf } from '../../../../shop/desk/calendar/calendar-plan.ts';
import { timeOn } from '../../../../shop/fitting/day-plan.ts';
import { stepMs } from '../../../../shop/fitting/free-starts.ts';
import { useTexts } from '../../client/texts.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';

/** A block closes some hours, or opens extra ones. */
type BlockKind = 'closes' | 'opens';

const [firstHour, lastHour] = [6, 23];

const timeOptions = Array.from({ length: (lastHour - firstHour) * 4 + 1 }, (_, quarter) => {
  const hour = String(firstHour + Math.floor(quarter / 4)).padStart(2, '0');
  const minute = String((quarter % 4) * 15).padStart(2, '0');
  const time = `${hour}:${minute}`;
  return { value: time, label: time };
});
const maxBlockedDays = 31;

export function BlockDrawer({ calendar, onClose }: { calendar: CalendarDay; onClose: () => void }) {
  const t = useTexts('calendar');
  const { branch, day, bays } = calendar;
  const format = useFormat();
  const defaults = defaultTimes(calendar);
  const [kind, setKind] = useState<BlockKind>(calendar.hours ? 'closes' : 'opens');
  const [bay, setBay] = useState('all');
  const [from, setFrom] = useState(defaults.from);
  const [to, setTo] = useState(defaults.to);
  const [lastDay, setLastDay] = useState(day);
  const [reason, setReason] = useState('');
  const isExtraOpening = kind === 'opens';
  const dayOptions = Array.from({ length: maxBlockedDays }, (_, n) => addDays(day, n)).map((value) => {
    return { value, label: format.longDay(value) };
  });
  const fields = {
    branch,
    opens: isExtraOpening,
    reason,
    bay: bay === 'all' ? null : Number(bay),
    from: isoOf(day, from),
    to: isoOf(isExtraOpening ? day : lastDay, to),
  };
  const endsTooEarly = fields.from >= fields.to;
  return (
    <Drawer title={t('block.title')} onClose={onClose}>
      <p className="first-letter:uppercase">{format.longDay(day)}</p>
      <Choice
        label={t('block.what')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'closes', label: t('block.closes') },
          { value: 'opens', label: t('block.opens') },
        ]}
      />
      <Choice
        label={t('block.bay')}
        value={bay}
        onChange={setBay}
        options={[
          { value: 'all', label: t('block.all') },
          ...bays.map(({ id }) => ({ value: String(id), label: String(id) })),
        ]}
      />
      <div className="grid grid-cols-2 gap-3">
        <Select label={t('block.from')} value={from} onChange={setFrom} options={timeOptions} />
        <Select label={t('block.to')} value={to} onChange={setTo} options={timeOptions} />
      </div>
      {!isExtraOpening && (
        <Select label={t('block.lastDay')} value={lastDay} onChange={setLastDay} options={dayOptions} />
      )}
      <Field label={t('block.reason')} value={reason} onChange={setReason} maxLength={200} />
      {endsTooEarly && (
        <p role="alert" className="text-bad">
          {t('block.wrong')}
        </p>
      )}
      <ActButton
        act="block-time"
        fields={fields}
        label={t(isExtraOpening ? 'block.open' : 'block.block')}
        look="primary"
        isDisabled={endsTooEarly}
        onDone={onClose}
      />
    </Drawer>
  );
}

/** Returns the day's hours as `HH:MM`, 10:00 to 15:00 on a closed day. During today's hours, `from` is the next quarter hour. */
function defaultTimes(calendar: CalendarDay): { from: string; to: string } {
  const { hours, day, today } = calendar;
  const { opens, closes } = hours ?? { opens: '10:00', closes: '15:00' };
  const nextQuarterMs = Math.ceil(Date.parse(calendar.now) / stepMs) * stepMs;
  const nextQuarter = timeOn(planOf(calendar), nextQuarterMs);
  const isNowWithinHours = day === today && nextQuarter > opens && nextQuarter < closes;
  return { from: isNowWithinHours ? nextQuarter : opens, to: closes };
}

const isoOf = (day: string, time: string) => instantAt(day, time).toISOString();

type RemoveBlockProps = { block: CalendarBlock; onClose: () => void };

export function RemoveBlockDrawer({ block, onClose }: RemoveBlockProps) {
  const t = useTexts('calendar');
  const { time, actorName } = useFormat();
  const { id, bay, opens: isExtraOpening, reason, madeBy } = block;
  return (
    <Drawer title={t(isExtraOpening ? 'block.opened' : 'block.blocked')} onClose={onClose}>
      <p className="number">
        {bay === null ? t('block.every') : t('bay', { bay })}, {time(block.from)} – {time(block.to)}
      </p>
      {reason && <p>{reason}</p>}
      <p className="text-s text-quiet">{actorName(madeBy)}</p>
      <ActButton
        act="unblock-time"
        fields={{ id }}
        label={t(isExtraOpening ? 'block.unopen' : 'block.unblock')}
        look="primary"
        onDone={onClose}
      />
    </Drawer>
  );
}
