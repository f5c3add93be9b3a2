import encodeQr from 'qr';
import { useTexts } from '../../client/texts.tsx';

export function OneTimeLink({ link }: { link: string }) {
  const t = useTexts('people');
  const rows = encodeQr(link, 'raw', { border: 2 });
  const size = rows.length;
  const squareAt = (x: number, y: number) => `M${x} ${y}h1v1h-1z`;
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? squareAt(x, y) : '')));
  return (
    <div className="grid gap-2 rounded-md border-2 border-signal p-3">
      <p>{t('linkExplains')}</p>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" className="w-48 bg-white text-black">
        <title>{t('linkCode')}</title>
        <path d={squares.join('')} fill="currentColor" />
      </svg>
      <code className="text-s break-all">{link}</code>
    </div>
  );
}
