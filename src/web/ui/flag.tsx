import type { Locale } from '../../shop/locale.ts';

/** A flag as the sign of a language, always beside its name. */
export function Flag({ locale }: { locale: Locale }) {
  return (
    <svg viewBox="0 0 22 14" width="22" height="14" aria-hidden="true" className="rounded-[1px] outline outline-line">
      {locale === 'en' ? (
        <UnionFlag />
      ) : (
        stripes[locale].map((fill, i) => <rect key={fill} y={(i * 14) / 3} width="22" height="4.7" fill={fill} />)
      )}
    </svg>
  );
}

const stripes = { ee: ['#0072ce', '#000000', '#ffffff'], ru: ['#ffffff', '#0039a6', '#d52b1e'] };

function UnionFlag() {
  return (
    <>
      <rect width="22" height="14" fill="#012169" />
      <path d="M0 0 22 14M22 0 0 14" stroke="#fff" strokeWidth="2.8" />
      <path d="M0 0 22 14M22 0 0 14" stroke="#c8102e" strokeWidth="1.2" />
      <path d="M11 0V14M0 7H22" stroke="#fff" strokeWidth="4.4" />
      <path d="M11 0V14M0 7H22" stroke="#c8102e" strokeWidth="2.6" />
    </>
  );
}
