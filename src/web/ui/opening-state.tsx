import { useEffect, useState } from 'react';
import type { Opening } from '../../shop/calendar.ts';
import { useShop } from '../shop-context.tsx';
import { useDateFormat, useTranslations } from '../words.tsx';

const minuteMs = 60_000;

/**
 * Open until when, or closed until when, by the clock in Tallinn. Pages are kept, so the browser works it out, once it is
 * `active`; until then the line keeps its place.
 */
export function OpeningState({ active }: { active: boolean }) {
  const t = useTranslations('branch');
  const format = useDateFormat();
  const { hours } = useShop().facts;
  const [opening, setOpening] = useState<Opening | null>(null);

  useEffect(() => {
    if (!active) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const { openingAt } = await import('../../shop/calendar.ts');
      if (timer === undefined) return;
      setOpening(openingAt(new Date(), hours));
      timer = setTimeout(look, minuteMs - (Date.now() % minuteMs));
    };
    timer = setTimeout(look);
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [active, hours]);

  if (opening === null) return <p aria-hidden="true">&nbsp;</p>;
  if (opening.open) return <p className="font-semibold text-good">{t('open', { closes: opening.closes })}</p>;
  const day = new Date(`${opening.on}T12:00:00Z`);
  const when = ['today', 'tomorrow'][opening.daysAhead] ?? (opening.daysAhead < 7 ? `${day.getUTCDay()}` : 'date');
  const date = format(day, { day: 'numeric', month: 'long' });
  return <p className="font-semibold text-warn">{t('opens', { when, date, opens: opening.opens })}</p>;
}
