import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { FailedScreen } from './layout/failed-screen.tsx';
import { Shell } from './layout/shell.tsx';

const screen = (path: string, load: () => Promise<{ default: React.ComponentType }>): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
});

export const router = createBrowserRouter([
  {
    ErrorBoundary: FailedScreen,
    children: [
      screen('/invite', () => import('./screens/sign-in/invitation.tsx')),
      screen('/station', () => import('./screens/sign-in/station.tsx')),
    ],
  },
  {
    path: '/',
    Component: Shell,
    ErrorBoundary: FailedScreen,
    HydrateFallback: () => null,
    children: [
      {
        ErrorBoundary: FailedScreen,
        children: [
          screen('/', () => import('./screens/today/today.tsx')),
          screen('/search', () => import('./screens/search/search.tsx')),
          screen('/o/:number', () => import('./screens/order/order.tsx')),
          screen('/o/:number/put-aside', () => import('./screens/order/put-aside.tsx')),
          screen('/o/:number/hand-over', () => import('./screens/order/hand-over.tsx')),
          screen('/calendar', () => import('./screens/calendar/calendar.tsx')),
          screen('/arriving', () => import('./screens/arriving/arriving.tsx')),
          screen('/transfers', () => import('./screens/transfers/transfers.tsx')),
          screen('/purchases', () => import('./screens/purchases/purchases.tsx')),
          screen('/purchases/:number', () => import('./screens/purchases/purchase.tsx')),
          screen('/sell', () => import('./screens/sell/sell.tsx')),
          screen('/phone', () => import('./screens/sell/phone-order.tsx')),
          screen('/tires/:id', () => import('./screens/tire/tire.tsx')),
          screen('/count', () => import('./screens/count/count.tsx')),
          screen('/cash', () => import('./screens/cash/cash.tsx')),
          screen('/o/:number/change', () => import('./screens/order/change.tsx')),
          screen('/o/:number/return', () => import('./screens/order/return.tsx')),
          screen('/o/:number/warranty', () => import('./screens/order/warranty.tsx')),
          screen('/o/:number/refund', () => import('./screens/order/refund.tsx')),
          screen('/o/:number/fitting', () => import('./screens/order/fitting.tsx')),
          screen('/o/:number/delay', () => import('./screens/order/delay.tsx')),
          screen('/money', () => import('./screens/money/money.tsx')),
          screen('/money/documents', () => import('./screens/money/documents.tsx')),
          screen('/money/month', () => import('./screens/money/month.tsx')),
          screen('/figures', () => import('./screens/figures/figures.tsx')),
          screen('/shop', () => import('./screens/shop/shop.tsx')),
          screen('/prices', () => import('./screens/prices/prices.tsx')),
          screen('/price-list', () => import('./screens/price-list/price-list.tsx')),
          screen('/more', () => import('./screens/more/more.tsx')),
          screen('/me', () => import('./screens/me/me.tsx')),
          { path: '*', element: <Navigate to="/" replace /> },
        ],
      },
    ],
  },
]);
