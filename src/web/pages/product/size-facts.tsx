import { sizePieces } from '../../../shop/catalog/size-parts.ts';
import { fullSize, type Product } from '../../../shop/catalog/tire.ts';
import { SidewallDrawing } from '../../ui/sidewall-drawing.tsx';
import { useTranslations } from '../../words.tsx';
import { MarkFacts } from './mark-facts.tsx';
import { SignFact } from './sign-fact.tsx';
import { usePartWords } from './use-part-words.ts';

/** The size as it stands on the sidewall, drawn; below it sign by sign what it means, numbered as in the drawing. */
export function SizeFacts({ tire }: { tire: Product }) {
  const t = useTranslations('product');
  const drawing = useTranslations('sidewall');
  const { treadWidth, profile } = tire.size;
  const said = usePartWords(tire);
  const parts = sizePieces(tire).filter(({ part }) => part !== null);
  return (
    <section aria-labelledby="facts" className="mt-10">
      <h2 id="facts" className="mb-3 text-l font-semibold">
        {t('facts')}
      </h2>
      <SidewallDrawing
        tire={tire}
        label={drawing('drawing', { size: fullSize({ ...tire, marks: [] }) })}
        className="mb-4 w-full max-w-xl rounded-sm"
      />
      <dl className="border-t border-line">
        {parts.map(
          ({ text, part }, index) => part && <SignFact key={part} number={index + 1} sign={text} {...said[part]} />,
        )}
        {profile === 0 && (
          <SignFact sign="–" meaning={t('fact.fullProfile')} value={t('mm', { mm: Math.round(treadWidth * 0.8) })} />
        )}
        <MarkFacts marks={tire.marks} />
        {tire.dotYear && <SignFact sign="DOT" meaning={t('fact.dot')} value={tire.dotYear} />}
      </dl>
    </section>
  );
}
