import { useTranslations } from '../words.tsx';
import { Icon } from './icon.tsx';
import { minus, plus } from './icons.ts';

type Props = { count: number; most: number; of: string; onChange: (count: number) => void };

/** How many tires, from 1 to `most`. `of` names the tire for those who hear the page. */
export function CountStepper({ count, most, of, onChange }: Props) {
  const t = useTranslations('count');
  const button = 'grid size-11 place-items-center disabled:text-edge disabled:opacity-60';
  return (
    <fieldset
      className="flex w-fit shrink-0 items-center rounded-sm border border-edge bg-sheet"
      aria-label={t('of', { of })}
    >
      <button
        type="button"
        className={button}
        disabled={count <= 1}
        aria-label={t('less')}
        onClick={() => onChange(count - 1)}
      >
        <Icon shape={minus} size={16} />
      </button>
      <output className="tabular w-8 text-center font-semibold">{count}</output>
      <button
        type="button"
        className={button}
        disabled={count >= most}
        aria-label={t('more')}
        onClick={() => onChange(count + 1)}
      >
        <Icon shape={plus} size={16} />
      </button>
    </fieldset>
  );
}
