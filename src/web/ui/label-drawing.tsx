import { labelPath, type WholeLabel } from '../../shop/catalog/label.ts';
import { useTranslations } from '../words.tsx';

type Props = { id: string; label: WholeLabel; className: string };

/** The whole label as the server draws it. Room is kept for it, and on paper it has the size of the regulation. */
export function LabelDrawing({ id, label, className }: Props) {
  const t = useTranslations('labelDialog');
  const words = useTranslations('label');
  const { fuel, wet, noiseDb, noiseClass, snow, ice } = label;
  const values = t('image', { fuel, wet, db: noiseDb, noise: noiseClass });
  return (
    <img
      src={labelPath(id)}
      alt={[values, snow && words('snow'), ice && words('ice')].filter(Boolean).join(', ')}
      width={300}
      height={440}
      decoding="async"
      className={`aspect-[75/110] h-auto bg-white print:w-[75mm] print:max-w-none ${className}`}
    />
  );
}
