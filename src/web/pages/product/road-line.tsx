import { lawCheckedOn, roadLaw } from '../../../shop/catalog/road-law.ts';
import { roadUseOn } from '../../../shop/catalog/road-use.ts';
import type { Product } from '../../../shop/catalog/tire.ts';
import { usePageData } from '../../page-data.ts';
import { calendarDay } from '../../ui/calendar-day.ts';
import { Icon } from '../../ui/icon.tsx';
import { circleAlert } from '../../ui/icons.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { useDateFormat, useTranslations } from '../../words.tsx';
import { circleCheck } from './icons.ts';

/** Whether one may drive with it today, the rule behind that, and how old our knowledge of the rule is. */
export function RoadLine({ tire }: { tire: Product }) {
  const t = useTranslations('product.road');
  const format = useDateFormat();
  const { rule, today } = roadUseOn(tire, usePageData().today);
  // Such a tire counts as one for the winter without the mark that others need.
  const exempt = rule === 'winter' && !tire.marks.includes(roadLaw.snowMark.mark);
  const day = format(calendarDay(lawCheckedOn), { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <div className="mt-6 flex max-w-[66ch] gap-3">
      <Icon
        shape={today === 'allowed' ? circleCheck : circleAlert}
        size={20}
        className={`mt-0.5 shrink-0 ${today === 'allowed' ? 'text-good' : 'text-warn'}`}
      />
      <div>
        <p>
          {today && <strong className="font-semibold">{t(`today.${today}`)} </strong>}
          {t(`rule.${exempt ? 'offRoad' : rule}`)}
        </p>
        {rule !== 'racing' && (
          <p className="mt-1 text-s text-quiet">
            {t('asOf', { day })} ·{' '}
            <PageLink to="faq" hash="#winterLaw" className="underline hover:text-ink">
              {t('rules')}
            </PageLink>
          </p>
        )}
      </div>
    </div>
  );
}
