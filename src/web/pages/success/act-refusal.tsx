import type { ApiError } from '../../api-client.ts';
import { useShop } from '../../shop-context.tsx';
import { useTranslations } from '../../words.tsx';

const worded = ['too-late', 'too-many-attempts', 'too-many-requests', 'validation'] as const;

/** Why an act was refused, and what to do. */
export function ActRefusal({ error }: { error: ApiError }) {
  const t = useTranslations('success.refusal');
  const { phones } = useShop().facts;
  const key = worded.find((code) => code === error.code) ?? 'fault';
  return <p className="mt-2 max-w-[60ch] border-s-4 border-bad bg-sheet p-4">{t(key, { phone: phones[0] })}</p>;
}
