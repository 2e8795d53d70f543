/** The portal's addresses below /console/; each page is loaded when it is first gone to. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { endpointSearch } from '../endpoints/search.ts'
import { PlatformFailure, PlatformNotFound } from '../platform/lost.tsx'
import { nothingElse } from '../text/search-text.ts'
import { PortalShell } from './portal-shell.tsx'

const rootRoute = createRootRoute({ component: PortalShell, notFoundComponent: PlatformNotFound })
const place = { getParentRoute: () => rootRoute } as const

const homeRoute = createRoute({
  ...place,
  path: '/',
  component: lazyRouteComponent(() => import('./home/applications-page.tsx'), 'ApplicationsPage'),
})
const registerRoute = createRoute({
  ...place,
  path: '/register',
  component: lazyRouteComponent(() => import('./registration/register-page.tsx'), 'RegisterPage'),
})
const applicationRoute = createRoute({
  ...place,
  path: '/applications/$clientId',
  component: lazyRouteComponent(() => import('./application-page.tsx'), 'ApplicationPage'),
})
const registrationRoute = createRoute({
  ...place,
  path: '/applications/$clientId/registration',
  component: lazyRouteComponent(() => import('./registration/registration-page.tsx'), 'RegistrationPage'),
})
const credentialsRoute = createRoute({
  ...place,
  path: '/applications/$clientId/credentials',
  component: lazyRouteComponent(() => import('./credentials/credentials-page.tsx'), 'CredentialsPage'),
})
const usageRoute = createRoute({
  ...place,
  path: '/applications/$clientId/usage',
  component: lazyRouteComponent(() => import('./usage/usage-page.tsx'), 'UsagePage'),
})
const productionRoute = createRoute({
  ...place,
  path: '/applications/$clientId/production',
  component: lazyRouteComponent(() => import('./production/production-page.tsx'), 'ProductionPage'),
})
const connectRoute = createRoute({
  ...place,
  path: '/applications/$clientId/connect',
  component: lazyRouteComponent(() => import('./connect/connect-page.tsx'), 'ConnectPage'),
})
const eventsRoute = createRoute({
  ...place,
  path: '/applications/$clientId/events',
  validateSearch: nothingElse(endpointSearch),
  component: lazyRouteComponent(() => import('./events/events-page.tsx'), 'EventsPage'),
})
const callbackRoute = createRoute({
  ...place,
  path: '/callback',
  component: lazyRouteComponent(() => import('./connect/callback-page.tsx'), 'CallbackPage'),
})
const teamRoute = createRoute({
  ...place,
  path: '/team',
  component: lazyRouteComponent(() => import('./team/team-page.tsx'), 'TeamPage'),
})

export const portalRouter = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    registerRoute,
    applicationRoute,
    registrationRoute,
    credentialsRoute,
    connectRoute,
    eventsRoute,
    usageRoute,
    productionRoute,
    callbackRoute,
    teamRoute,
  ]),
  basepath: '/console',
  defaultErrorComponent: PlatformFailure,
  scrollRestoration: true,
})
