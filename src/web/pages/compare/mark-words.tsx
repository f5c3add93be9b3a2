import { useTranslations } from '../../words.tsx';

/** Marks that have words, by their key there. */
const named = { XL: 'XL', RF: 'RF', C: 'C', 'M+S': 'MS', FR: 'FR' } as const;

/** The marks on the rubber with what they mean; the snowflake has a row of its own. */
export function MarkWords({ marks, none }: { marks: readonly string[]; none: string }) {
  const t = useTranslations('mark');
  const others = marks.filter((mark) => mark !== '3PMSF');
  if (others.length === 0) return none;
  return (
    <ul className="space-y-1 font-normal">
      {others.map((mark) => {
        const key = Object.hasOwn(named, mark) ? named[mark as keyof typeof named] : null;
        return (
          <li key={mark}>
            <strong className="font-semibold">{key ? t(`${key}.short`) : mark}</strong>
            {key && <span className="block text-s text-quiet">{t(`${key}.long`)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
