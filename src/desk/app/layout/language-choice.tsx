import { localeIds, locales } from '../../../shop/locale.ts';
import { useLanguage, useTexts } from '../client/texts.tsx';
import { Choice } from '../ui/choice.tsx';

export function LanguageChoice() {
  const t = useTexts('shell');
  const { locale, setLocale } = useLanguage();
  const options = localeIds.map((id) => ({ value: id, label: locales[id].name }));
  return <Choice label={t('language')} value={locale} onChange={setLocale} options={options} />;
}
