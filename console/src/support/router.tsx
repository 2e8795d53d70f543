/** Support's addresses below /console/; each page is loaded when it is first gone to. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { PlatformFailure, PlatformNotFound } from '../platform/lost.tsx'
import { SupportShell } from './support-shell.tsx'

const rootRoute = createRootRoute({ component: SupportShell, notFoundComponent: PlatformNotFound })
const place = { getParentRoute: () => rootRoute } as const

const queueRoute = createRoute({
  ...place,
  path: '/',
  component: lazyRouteComponent(() => import('./queue-page.tsx'), 'QueuePage'),
})
const applicationsRoute = createRoute({
  ...place,
  path: '/applications',
  component: lazyRouteComponent(() => import('./applications-page.tsx'), 'ApplicationsPage'),
})
const dossierRoute = createRoute({
  ...place,
  path: '/applications/$clientId',
  component: lazyRouteComponent(() => import('./dossier/dossier-page.tsx'), 'DossierPage'),
})
const operatorsRoute = createRoute({
  ...place,
  path: '/operators',
  component: lazyRouteComponent(() => import('./operators/operators-page.tsx'), 'OperatorsPage'),
})
const operatorRoute = createRoute({
  ...place,
  path: '/operators/$operatorId',
  component: lazyRouteComponent(() => import('./operators/operator-page.tsx'), 'OperatorPage'),
})
const providersRoute = createRoute({
  ...place,
  path: '/providers',
  component: lazyRouteComponent(() => import('./providers/providers-page.tsx'), 'ProvidersPage'),
})
const providerRoute = createRoute({
  ...place,
  path: '/providers/$providerId',
  component: lazyRouteComponent(() => import('./providers/provider-page.tsx'), 'ProviderPage'),
})
const requestsRoute = createRoute({
  ...place,
  path: '/requests',
  component: lazyRouteComponent(() => import('./look-up-page.tsx'), 'LookUpPage'),
})
const staffRoute = createRoute({
  ...place,
  path: '/staff',
  component: lazyRouteComponent(() => import('./staff-page.tsx'), 'StaffPage'),
})
const logRoute = createRoute({
  ...place,
  path: '/log',
  component: lazyRouteComponent(() => import('./log-page.tsx'), 'LogPage'),
})

export const supportRouter = createRouter({
  routeTree: rootRoute.addChildren([
    queueRoute,
    applicationsRoute,
    dossierRoute,
    operatorsRoute,
    operatorRoute,
    providersRoute,
    providerRoute,
    requestsRoute,
    staffRoute,
    logRoute,
  ]),
  basepath: '/console',
  defaultErrorComponent: PlatformFailure,
  scrollRestoration: true,
})
