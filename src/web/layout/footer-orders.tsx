import { useLocation } from 'react-router';
import { pageAt } from '../sitemap.ts';
import { RecentOrders } from '../ui/orders/recent-orders.tsx';

/** The visitor's last orders, below the first screen, so that nothing visible moves. The cart has its own list. */
export default function FooterOrders() {
  if (pageAt(useLocation().pathname) === 'cart') return null;
  return (
    <div className="no-print bg-sheet max-xl:-mt-11 max-xl:pb-11">
      <RecentOrders id="footer-orders" maxShown={3} className="page-width pb-10" />
    </div>
  );
}
