import { FaqArticle } from './faq-article.tsx';

const sections = ['service', 'requirements', 'practice', 'checked', 'limits', 'report', 'supervision', 'date'];

/** The accessibility statement that Directive (EU) 2019/882, annex V, asks of a service. */
export default function FaqAccessibility() {
  return <FaqArticle page="faq-accessibility" sections={sections} />;
}
