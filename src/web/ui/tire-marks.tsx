import { useTranslations } from '../words.tsx';

/** Marks that have a name; the others (MO, FR …) speak for themselves. */
const named = ['XL', 'RF', 'C', '3PMSF', 'M+S', 'FR'] as const;

/** The marks of a tire as small words, explained to those who point at them or hear them. */
export function TireMarks({ marks }: { marks: readonly string[] }) {
  const t = useTranslations('mark');
  return marks.map((mark) => {
    const known = named.find((name) => name === mark);
    if (!known) return <span key={mark}>{mark}</span>;
    const key = known === 'M+S' ? 'MS' : known === '3PMSF' ? 'snow' : known;
    return (
      <abbr key={mark} title={t(`${key}.long`)} className="no-underline">
        {t(`${key}.short`)}
      </abbr>
    );
  });
}
