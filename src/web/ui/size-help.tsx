import { useTranslations } from '../words.tsx';
import { PartNumber } from './part-number.tsx';

/** Where a tire's size stands and what its parts mean, folded until asked for. */
export function SizeHelp() {
  const t = useTranslations('finder');
  const drawing = useTranslations('sidewall');
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 items-center text-s underline">{t('where')}</summary>
      <p className="mb-2 text-s text-quiet">{t('whereText')}</p>
      <img
        src="/sidewall.svg"
        alt={drawing('drawing', { size: '205/55 R16 91V' })}
        width={640}
        height={350}
        loading="lazy"
        className="mb-3 h-auto w-full max-w-xl rounded-sm"
      />
      <dl className="tabular grid grid-cols-[auto_auto_1fr] items-baseline gap-x-3 gap-y-1 text-s">
        {(
          [
            ['205', 'width'],
            ['55', 'profile'],
            ['R16', 'rim'],
            ['91', 'load'],
            ['V', 'speed'],
          ] as const
        ).map(([part, word], index) => (
          <div key={part} className="contents">
            <dt className="contents font-semibold">
              <PartNumber number={index + 1} />
              <span>{part}</span>
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
