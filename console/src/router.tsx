/** The console's addresses below /console/. Each place is loaded when it is first gone to; filters live in the address. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { addOnsSearch } from './add-ons/search.ts'
import { usageSearch } from './add-ons/usage/usage-search.ts'
import { keysSearch } from './api-keys/search.ts'
import { auditSearch } from './audit/search.ts'
import { flightSearch } from './data/flights/flight-search.ts'
import { recordSearch } from './data/record-search.ts'
import { endpointSearch } from './endpoints/search.ts'
import { importSearch } from './imports/search.ts'
import { logbookSearch } from './logbook/search.ts'
import { logsSearch } from './logs/search.ts'
import { usersSearch } from './people/search.ts'
import { requestsSearch } from './requests/search.ts'
import { ownReportsSearch, safetySearch } from './safety/search.ts'
import { salesSearch } from './sales/search.ts'
import { servicesSearch } from './services/search.ts'
import { Home } from './shell/home.tsx'
import { NotFound } from './shell/not-found.tsx'
import { PageFailure } from './shell/page-failure.tsx'
import { Shell } from './shell/shell.tsx'
import { nothingElse } from './text/search-text.ts'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound })
const place = { getParentRoute: () => rootRoute } as const

const homeRoute = createRoute({ ...place, path: '/', component: Home })

const addOnsRoute = createRoute({
  ...place,
  path: '/add-ons',
  validateSearch: nothingElse(addOnsSearch),
  component: lazyRouteComponent(() => import('./add-ons/add-ons-page.tsx'), 'AddOnsPage'),
})

const addOnRoute = createRoute({
  ...place,
  path: '/add-ons/$clientId',
  validateSearch: nothingElse(usageSearch),
  component: lazyRouteComponent(() => import('./add-ons/add-on-page.tsx'), 'AddOnPage'),
})

const apiKeysRoute = createRoute({
  ...place,
  path: '/api-keys',
  validateSearch: nothingElse(keysSearch),
  component: lazyRouteComponent(() => import('./api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})

const usersRoute = createRoute({
  ...place,
  path: '/users',
  validateSearch: nothingElse(usersSearch),
  component: lazyRouteComponent(() => import('./people/users-page.tsx'), 'UsersPage'),
})

const settingsRoute = createRoute({
  ...place,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
})

const auditRoute = createRoute({
  ...place,
  path: '/audit-log',
  validateSearch: nothingElse(auditSearch),
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
})

const dataRoute = createRoute({
  ...place,
  path: '/data',
  component: lazyRouteComponent(() => import('./data/data-page.tsx'), 'DataPage'),
})
const inData = { getParentRoute: () => dataRoute } as const

const dataHomeRoute = createRoute({
  ...inData,
  path: '/',
  component: lazyRouteComponent(() => import('./data/data-home.tsx'), 'DataHome'),
})

const flightsRoute = createRoute({
  ...inData,
  path: '/flights',
  validateSearch: nothingElse(flightSearch),
  component: lazyRouteComponent(() => import('./data/flights/flights-table.tsx'), 'FlightsTable'),
})

/** Every other kind of record, by its description. */
const recordsRoute = createRoute({
  ...inData,
  path: '/$kind',
  validateSearch: nothingElse(recordSearch),
  component: lazyRouteComponent(() => import('./data/record-page.tsx'), 'RecordPage'),
})

const importRoute = createRoute({
  ...place,
  path: '/import',
  validateSearch: nothingElse(importSearch),
  component: lazyRouteComponent(() => import('./imports/import-page.tsx'), 'ImportPage'),
})

const exportRoute = createRoute({
  ...place,
  path: '/export',
  component: lazyRouteComponent(() => import('./exports/export-page.tsx'), 'ExportPage'),
})

const requestsRoute = createRoute({
  ...place,
  path: '/requests',
  validateSearch: nothingElse(requestsSearch),
  component: lazyRouteComponent(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
})

const webhooksRoute = createRoute({
  ...place,
  path: '/webhooks',
  validateSearch: nothingElse(endpointSearch),
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const testClockRoute = createRoute({
  ...place,
  path: '/test-clock',
  component: lazyRouteComponent(() => import('./test-clock/test-clock-page.tsx'), 'TestClockPage'),
})

const rosterRoute = createRoute({
  ...place,
  path: '/roster',
  component: lazyRouteComponent(() => import('./roster/roster-page.tsx'), 'RosterPage'),
})

const logbookRoute = createRoute({
  ...place,
  path: '/logbook',
  validateSearch: nothingElse(logbookSearch),
  component: lazyRouteComponent(() => import('./logbook/logbook-page.tsx'), 'LogbookPage'),
})

const salesRoute = createRoute({
  ...place,
  path: '/sales',
  validateSearch: nothingElse(salesSearch),
  component: lazyRouteComponent(() => import('./sales/sales-page.tsx'), 'SalesPage'),
})

const servicesRoute = createRoute({
  ...place,
  path: '/services',
  validateSearch: nothingElse(servicesSearch),
  component: lazyRouteComponent(() => import('./services/services-page.tsx'), 'ServicesPage'),
})

const safetyRoute = createRoute({
  ...place,
  path: '/safety',
  validateSearch: nothingElse(safetySearch),
  component: lazyRouteComponent(() => import('./safety/safety-page.tsx'), 'SafetyPage'),
})

const logsRoute = createRoute({
  ...place,
  path: '/logs',
  validateSearch: nothingElse(logsSearch),
  component: lazyRouteComponent(() => import('./logs/logs-page.tsx'), 'LogsPage'),
})

const ownReportsRoute = createRoute({
  ...place,
  path: '/my-reports',
  validateSearch: nothingElse(ownReportsSearch),
  component: lazyRouteComponent(() => import('./safety/own/own-reports-page.tsx'), 'OwnReportsPage'),
})

const accountRoute = createRoute({
  ...place,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    rosterRoute,
    logbookRoute,
    salesRoute,
    servicesRoute,
    safetyRoute,
    logsRoute,
    ownReportsRoute,
    requestsRoute,
    addOnsRoute,
    addOnRoute,
    apiKeysRoute,
    webhooksRoute,
    testClockRoute,
    usersRoute,
    settingsRoute,
    auditRoute,
    dataRoute.addChildren([dataHomeRoute, flightsRoute, recordsRoute]),
    importRoute,
    exportRoute,
    accountRoute,
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
