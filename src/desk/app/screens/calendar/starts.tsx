import { Toolbar } from 'react-aria-components';
import type { DeskStart, DeskStarts } from '../../../../shop/desk/calendar/calendar.ts';
import { useTexts } from '../../client/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { tallinnDay, useFormat } from '../../ui/format.ts';

type Props = {
  days: DeskStarts['days'];
  isOffered?: (start: DeskStart) => boolean;
  /** An ISO instant; undefined: a press acts at once, so no time is marked. */
  chosenAt?: string | null;
  isDisabled?: boolean;
  onChoose: (start: DeskStart) => void;
};

/** Lists the times at which a fitting may begin as buttons, by day. */
export function Starts({ days, isOffered = () => true, chosenAt, isDisabled = false, onChoose }: Props) {
  const t = useTexts('calendar');
  const format = useFormat();
  const shownDays = days.map(({ day, starts }) => ({ day, starts: starts.filter(isOffered) })).filter(hasStarts);
  if (shownDays.length === 0) return <p className="text-quiet">{t('move.none')}</p>;
  return shownDays.map(({ day, starts }) => (
    <section key={day} className="grid gap-2">
      <h3 className="font-semibold first-letter:uppercase">{format.longDay(day)}</h3>
      <Toolbar aria-label={format.longDay(day)} className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {starts.map((start) => (
          <Button
            key={start.at}
            isDisabled={isDisabled}
            look={start.at === chosenAt ? 'chosen' : 'plain'}
            aria-pressed={chosenAt === undefined ? undefined : start.at === chosenAt}
            onPress={() => onChoose(start)}
          >
            <span className="number">{start.time}</span>
          </Button>
        ))}
      </Toolbar>
    </section>
  ));
}

/** Returns a function that writes a start in words: `today 12:00`. */
export function useStartText() {
  const { day } = useFormat();
  return ({ at, time }: Pick<DeskStart, 'at' | 'time'>) => `${day(tallinnDay(at))} ${time}`;
}

const hasStarts = ({ starts }: { starts: DeskStart[] }) => starts.length > 0;
