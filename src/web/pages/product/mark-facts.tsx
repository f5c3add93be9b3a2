import { useTranslations } from '../../words.tsx';
import { SignFact } from './sign-fact.tsx';

/** Marks that have words of their own, by their key there. */
const named = { XL: 'XL', RF: 'RF', C: 'C', '3PMSF': 'snow', 'M+S': 'MS', FR: 'FR' } as const;

/** What makers call the rib that protects the rim. */
const rimGuards = ['FP', 'MFS', 'RPB'];

/** Vehicle makers whose approval a mark tells of. */
const approvals: Readonly<Record<string, string>> = {
  '*': 'BMW',
  AO: 'Audi',
  MO: 'Mercedes-Benz',
  N0: 'Porsche',
  T0: 'Tesla',
  VOL: 'Volvo',
};

/** The marks of a tire, each explained. */
export function MarkFacts({ marks }: { marks: readonly string[] }) {
  const t = useTranslations('product.fact');
  const words = useTranslations('mark');
  const meaning = (mark: string) => {
    if (Object.hasOwn(named, mark)) return words(`${named[mark as keyof typeof named]}.long`);
    if (rimGuards.includes(mark)) return t('rimGuard');
    const maker = Object.hasOwn(approvals, mark) ? approvals[mark] : undefined;
    return maker ? t('approved', { maker }) : t('otherMark');
  };
  const sign = (mark: string) => (mark === 'RF' ? words('RF.short') : mark);
  return marks.map((mark) => <SignFact key={mark} sign={sign(mark)} meaning={meaning(mark)} />);
}
