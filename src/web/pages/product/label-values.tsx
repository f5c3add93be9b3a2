import { useTranslations } from 'use-intl';
import { hasLabelValues, isCompleteLabel, labelExemption } from '../../../shop/catalog/tire/label.ts';
import type { EuLabel, Product } from '../../../shop/catalog/tire/tire.ts';
import { cloudRain, Icon, volume } from '../../ui/icons.tsx';
import { LabelDrawing, LabelSources } from '../../ui/label/label-drawing.tsx';
import { PageLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { fuelPump, mountainSnow, snowflake } from './icons.ts';

const exemptionTexts = { studded: 'noneStudded', racing: 'noneRacing', rim: 'noneRim', speed: 'noneSpeed' } as const;

export function LabelValues({ tire }: { tire: Product }) {
  const t = useTranslations('product.label');
  const tLabel = useTranslations('label');
  const { label } = tire;
  const exemption = labelExemption(tire);
  const isComplete = isCompleteLabel(label);
  const hasValues = hasLabelValues(label);
  return (
    <Section id="label" title={tLabel('title')} titleClass="mb-4 text-l font-semibold" className="mt-10">
      {label ? (
        <div className="gap-x-10 gap-y-4 sm:flex">
          {isComplete && (
            <LabelDrawing id={tire.id} label={label} className="mb-4 w-60 shrink-0 self-start border border-line" />
          )}
          <div className="min-w-0 grow">
            {hasValues ? <Values label={label} /> : <p className="max-w-[60ch]">{t('onlyEprel')}</p>}
            {hasValues && !isComplete && <p className="mt-4 max-w-[60ch]">{t('partly')}</p>}
            {(isComplete || label.eprelId !== null) && <LabelSources label={label} />}
          </div>
        </div>
      ) : (
        <p className="max-w-[60ch]">{t(exemption ? exemptionTexts[exemption] : 'noneKnown')}</p>
      )}
      <PageLink to="faq" hash="#euLabel" className="no-print mt-1 inline-flex min-h-11 items-center text-s underline">
        {t('more')}
      </PageLink>
    </Section>
  );
}

function Values({ label }: { label: EuLabel }) {
  const t = useTranslations('product.label');
  const tLabel = useTranslations('label');
  const { fuel, wet, noiseDb: db, noiseClass, snow, ice } = label;
  // Soft rubber that grips on ice grips less on wet roads, so its usual classes are D and E.
  const isNordicGrip = ice && (wet === 'D' || wet === 'E');
  const noise = noiseClass ? t('noise', { db: `${db}`, value: noiseClass }) : t('noiseDb', { db: `${db}` });
  return (
    <>
      <dl className="border-t border-line">
        {fuel && <Value icon={fuelPump} name={tLabel('fuel')} value={t('class', { value: fuel })} help={t('fuel')} />}
        {wet && (
          <Value
            icon={cloudRain}
            name={tLabel('wet')}
            value={t('class', { value: wet })}
            help={t(isNordicGrip ? 'nordic' : 'wet')}
          />
        )}
        {db !== null && (
          <Value icon={volume} name={tLabel('noise')} value={noise} help={noiseClass && t(`noise${noiseClass}`)} />
        )}
      </dl>
      {(snow || ice) && (
        <ul>
          {snow && <Mark icon={mountainSnow} name={tLabel('snow')} />}
          {ice && <Mark icon={snowflake} name={tLabel('ice')} />}
        </ul>
      )}
    </>
  );
}

type ValueProps = { icon: string; name: string; value: string; help?: string | null };

function Value({ icon, name, value, help }: ValueProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-3 border-b border-line py-2.5">
      <dt className="flex gap-3">
        <RowIcon icon={icon} />
        {name}
      </dt>
      <dd className="tabular font-semibold">{value}</dd>
      {help && <dd className="col-span-2 ps-8 text-s text-quiet">{help}</dd>}
    </div>
  );
}

function Mark({ icon, name }: { icon: string; name: string }) {
  return (
    <li className="flex gap-3 border-b border-line py-2.5">
      <RowIcon icon={icon} />
      {name}
    </li>
  );
}

function RowIcon({ icon }: { icon: string }) {
  return (
    <span aria-hidden="true" className="mt-0.5 [&>svg]:size-5">
      <Icon shape={icon} />
    </span>
  );
}
