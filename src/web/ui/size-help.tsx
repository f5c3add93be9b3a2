import { useTranslations } from 'use-intl';

/** Where a tire's size stands and what its parts mean, folded until asked for. */
export function SizeHelp() {
  const t = useTranslations('finder');
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 items-center text-s underline">{t('where')}</summary>
      <p className="mb-2 text-s text-quiet">{t('whereText')}</p>
      <dl className="tabular grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-s">
        {(
          [
            ['205', 'width'],
            ['55', 'profile'],
            ['R16', 'rim'],
            ['91', 'load'],
            ['V', 'speed'],
          ] as const
        ).map(([part, word]) => (
          <div key={part} className="contents">
            <dt className="font-semibold">{part}</dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
