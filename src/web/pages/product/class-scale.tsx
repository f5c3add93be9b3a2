import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { EuLabel } from '../../../shop/catalog/tire.ts';

type LabelClass = NonNullable<EuLabel['fuel']>;
type Props = { icon: ReactNode; title: string; value: LabelClass | null; help: string };

/** The five classes, in the regulation's colours; the longer the arrow, the worse. */
const arrows: Record<LabelClass, string> = {
  A: 'bg-class-a w-[44%]',
  B: 'bg-class-b w-[54%]',
  C: 'bg-class-c w-[64%]',
  D: 'bg-class-d w-[74%]',
  E: 'bg-class-e w-[84%]',
};

/** One value of the label on its scale from A to E: the tire's own class is the large arrow. */
export function ClassScale({ icon, title, value, help }: Props) {
  const t = useTranslations('product.label');
  return (
    <div className="sm:row-span-3 sm:grid sm:grid-rows-subgrid">
      <h3 className="mb-2 flex items-start gap-2 font-semibold">
        {icon}
        {title}
      </h3>
      <div>
        <p className="sr-only">{value ? t('classOf', { value, worst: 'E' }) : t('unknownClass')}</p>
        <ul aria-hidden="true" className="max-w-56 space-y-0.5 font-semibold text-black">
          {(Object.keys(arrows) as LabelClass[]).map((letter) => (
            <li
              key={letter}
              className={`scale-arrow flex items-center ps-2 ${arrows[letter]} ${letter === value ? 'h-11 text-2xl font-bold' : 'h-4.5 text-s'}`}
            >
              {letter}
            </li>
          ))}
        </ul>
      </div>
      <p className="mt-3 text-s text-quiet">{value ? help : t('unknownClass')}</p>
    </div>
  );
}
