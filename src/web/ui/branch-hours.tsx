import { useShop } from '../shop-context.tsx';
import { useTranslations } from '../words.tsx';

/** `Monday–Friday 09:00–18:00`: the times stay together on one line. */
export function BranchHours() {
  const t = useTranslations('branch');
  const { weekdays } = useShop().facts.hours;
  return t.rich('weekdays', {
    ...weekdays,
    range: (times) => <span className="tabular whitespace-nowrap">{times}</span>,
  });
}
