import { FaqArticle } from './faq-article.tsx';

const sections = [
  'howToOrder',
  'noAccount',
  'prices',
  'stock',
  'howLongKept',
  'payment',
  'pickupAndFitting',
  'company',
  'limits',
  'soldOut',
  'changeOrCancel',
  'contract',
  'seller',
  'complaints',
];

export default function FaqBuy() {
  return <FaqArticle page="faq-buy" sections={sections} />;
}
