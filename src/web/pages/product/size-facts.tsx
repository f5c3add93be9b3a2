import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type SizePart, sizePieces } from '../../../shop/catalog/tire/size-parts.ts';
import { fullSize, type Product } from '../../../shop/catalog/tire/tire.ts';
import { chevronDown, Icon } from '../../ui/icons.tsx';
import { markKey, NumberBadge } from '../../ui/tire-facts.tsx';
import { useIndexTexts } from '../../ui/use-index-texts.ts';
import { SidewallDrawing } from './sidewall-drawing.tsx';

/** A size such as `195 R14` states no profile (0); the height of the sidewall is then this share of the width. */
const fullProfileShare = 0.8;
const noProfileSign = '–';

export function SizeFacts({ tire }: { tire: Product }) {
  const t = useTranslations('product');
  const tSidewall = useTranslations('sidewall');
  const { treadWidth, profile } = tire.size;
  const partTexts = usePartTexts(tire);
  const sizeWithoutMarks = fullSize({ ...tire, marks: [] });
  const numberedPieces = sizePieces(tire).flatMap(({ text, part }) => (part ? [{ text, part }] : []));
  return (
    <section aria-labelledby="facts" className="mt-10">
      <details className="border-y border-line">
        <summary className="flex min-h-14 items-center justify-between gap-3">
          <h2 id="facts" className="text-l font-semibold">
            {t('facts')}
          </h2>
          <Icon shape={chevronDown} size={20} className="shrink-0" />
        </summary>
        <SidewallDrawing
          tire={tire}
          label={tSidewall('drawing', { size: sizeWithoutMarks })}
          className="mb-4 w-full max-w-xl rounded-sm"
        />
        <dl className="border-t border-line">
          {numberedPieces.map(({ text, part }, index) => (
            <SignFact key={part} number={index + 1} sign={text} {...partTexts[part]} />
          ))}
          {profile === 0 && (
            <SignFact
              sign={noProfileSign}
              meaning={t('fact.fullProfile')}
              value={t('mm', { mm: Math.round(treadWidth * fullProfileShare) })}
            />
          )}
          <MarkFacts marks={tire.marks} />
          {tire.dotYear && <SignFact sign="DOT" meaning={t('fact.dot')} value={tire.dotYear} />}
        </dl>
      </details>
    </section>
  );
}

function usePartTexts(tire: Product): Record<SizePart, { meaning: string; value: string }> {
  const t = useTranslations('product');
  const { load: loadText, speed: speedText } = useIndexTexts();
  const { treadWidth, profile, diameter } = tire.size;
  const height = Math.round((treadWidth * profile) / 100);
  const hasTwinLoad = tire.loadIndex.includes('/');
  return {
    treadWidth: { meaning: t('fact.width'), value: t('mm', { mm: treadWidth }) },
    profile: { meaning: t('fact.profile', { percent: profile }), value: t('mm', { mm: height }) },
    diameter: { meaning: t('fact.diameter'), value: t('inches', { inches: diameter }) },
    loadIndex: { meaning: t(hasTwinLoad ? 'fact.twinLoad' : 'fact.load'), value: loadText(tire) },
    speedIndex: { meaning: t('fact.speed'), value: speedText(tire) },
  };
}

const rimGuardMarks = ['FP', 'MFS', 'RPB'];

const carMakerOfMark: Readonly<Record<string, string>> = {
  '*': 'BMW',
  AO: 'Audi',
  MO: 'Mercedes-Benz',
  N0: 'Porsche',
  T0: 'Tesla',
  VOL: 'Volvo',
};

function MarkFacts({ marks }: { marks: readonly string[] }) {
  const t = useTranslations('product.fact');
  const tMark = useTranslations('mark');
  const meaning = (mark: string) => {
    const key = markKey(mark);
    if (key) return tMark(`${key}.long`);
    if (rimGuardMarks.includes(mark)) return t('rimGuard');
    if (mark === 'POR') return t('offRoad');
    const carMaker = Object.hasOwn(carMakerOfMark, mark) ? carMakerOfMark[mark] : undefined;
    return carMaker ? t('approved', { maker: carMaker }) : t('otherMark');
  };
  const sign = (mark: string) => (mark === 'RF' ? tMark('RF.short') : mark);
  return marks.map((mark) => <SignFact key={mark} sign={sign(mark)} meaning={meaning(mark)} />);
}

type Props = { number?: number; sign: ReactNode; meaning: ReactNode; value?: ReactNode };

function SignFact({ number, sign, meaning, value }: Props) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-line py-2.5 sm:grid-cols-[7.5rem_1fr_auto]">
      <dt className="tabular flex items-baseline gap-2 font-semibold">
        {number && <NumberBadge number={number} />}
        {sign}
      </dt>
      <dd
        className={`text-quiet max-sm:order-1 max-sm:col-span-2 max-sm:text-s ${value === undefined ? 'col-span-2' : ''}`}
      >
        {meaning}
      </dd>
      {value !== undefined && <dd className="tabular text-end font-semibold">{value}</dd>}
    </div>
  );
}
