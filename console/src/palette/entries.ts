/** What the palette finds: places, what can be done, and records, each with where it leads. */
import type { ResultOf } from 'gql.tada'
import { KINDS, labelOf } from '../data/kinds.ts'
import { graphql } from '../graph/graphql.ts'
import { EXPLORER_SECTION, sectionsOf } from '../shell/sections.ts'
import { mayDo, type Viewer } from '../shell/viewer.ts'
import { utcFull } from '../text/instant.ts'
import type { Entry } from './entry.ts'

export const FOUND_FLEET = graphql(`
  query PaletteFleet {
    aircraftList(page: { first: 500 }) {
      nodeList {
        aircraftId
        registration
        acftType {
          manufacturer
          model
        }
      }
    }
  }
`)

export const FOUND_FLIGHTS = graphql(`
  query PaletteFlights($filter: FlightFilter!) {
    flightList(filter: $filter, page: { first: 500 }) {
      nodeList {
        flightId
        flightNo
        adep {
          iCAO
          name
        }
        ades {
          iCAO
          name
        }
        aircraft {
          registration
        }
        schedule {
          offBlock
        }
      }
    }
  }
`)

export const FOUND_CREW = graphql(`
  query PaletteCrew($typed: String!) {
    crewMemberList(filter: { wildcard: $typed }, page: { first: 5 }) {
      nodeList {
        crewMemberId
        code
        name
        surname
      }
    }
  }
`)

export const FOUND_ACCESS = graphql(`
  query PaletteAccess {
    addOnList {
      clientId
      name
    }
    availableAddOnList {
      clientId
      name
    }
    apiKeyList {
      apiKeyId
      label
    }
  }
`)

type Access = ResultOf<typeof FOUND_ACCESS>
type Fleet = ResultOf<typeof FOUND_FLEET>['aircraftList']['nodeList']
type Flights = ResultOf<typeof FOUND_FLIGHTS>['flightList']['nodeList']
type Crew = ResultOf<typeof FOUND_CREW>['crewMemberList']['nodeList']

type Target = Omit<Entry, 'group'>

const place = (target: Target): Entry => ({ ...target, group: 'Go to' })

export const placesOf = (viewer: Viewer): Entry[] => [
  ...sectionsOf(viewer).map(({ to, label, icon }) => place({ key: to, icon, label, hint: 'page', href: to })),
  ...(viewer.isAdmin ? [EXPLORER_SECTION] : []).map(({ href, label, icon }) =>
    place({ key: href, icon, label, hint: 'page', href: `${viewer.origin}${href}` }),
  ),
  ...KINDS.filter(({ scopes }) => mayDo(viewer, scopes.read)).map((kind) =>
    place({ key: kind.path, icon: 'list', label: labelOf(kind), hint: 'Data', href: `/data/${kind.path}` }),
  ),
]

const does = (target: Target): Entry => ({ ...target, group: 'Do' })

export const actionsOf = (viewer: Viewer): Entry[] => [
  ...(mayDo(viewer, 'api-key:write')
    ? [does({ key: 'new-key', icon: 'key', label: 'Make an API key', hint: 'API keys', href: '/api-keys?new=true' })]
    : []),
  ...(mayDo(viewer, 'api-key:write')
    ? [
        does({
          key: 'new-webhook',
          icon: 'hook',
          label: 'Add a webhook',
          hint: 'Webhooks',
          href: '/webhooks?new=true',
        }),
      ]
    : []),
  ...(mayDo(viewer, 'user:write')
    ? [does({ key: 'invite', icon: 'users', label: 'Invite a person', hint: 'Users', href: '/users?invite=true' })]
    : []),
  ...(mayDo(viewer, 'user:write')
    ? [does({ key: 'import', icon: 'up', label: 'Import a file of records', hint: 'Data', href: '/import' })]
    : []),
  ...(mayDo(viewer, 'add-on:write')
    ? [
        does({
          key: 'connect',
          icon: 'plug',
          label: 'Connect an application',
          hint: 'Add-ons',
          href: '/add-ons?show=available',
        }),
      ]
    : []),
]

export const aircraftEntries = (fleet: Fleet): Entry[] =>
  fleet.map(({ aircraftId, registration, acftType }) => ({
    key: aircraftId,
    group: 'Records',
    icon: 'aircraft',
    label: `${registration} ${acftType.manufacturer} ${acftType.model}`,
    hint: 'aircraft',
    href: `/data/aircraft?open=${aircraftId}`,
  }))

export const flightEntries = (flights: Flights): Entry[] =>
  flights.map(({ flightId, flightNo, adep, ades, aircraft, schedule }) => ({
    key: flightId,
    group: 'Records',
    icon: 'aircraft',
    label: `${flightNo} ${adep.iCAO ?? adep.name} to ${ades.iCAO ?? ades.name}, ${aircraft.registration}`,
    hint: utcFull(new Date(schedule.offBlock)),
    href: `/data/flights?open=${flightId}`,
  }))

export const crewEntries = (crew: Crew): Entry[] =>
  crew.map(({ crewMemberId, code, name, surname }) => ({
    key: crewMemberId,
    group: 'Records',
    icon: 'person',
    label: `${code} ${name} ${surname}`,
    hint: 'crew',
    href: `/data/crew?open=${crewMemberId}`,
  }))

/** Connected applications, those that could be, and keys. */
export const accessEntries = ({ addOnList, availableAddOnList, apiKeyList }: Access): Entry[] => [
  ...addOnList.map(({ clientId, name }) => ({
    key: clientId,
    group: 'Records' as const,
    icon: 'plug' as const,
    label: name,
    hint: 'add-on',
    href: `/add-ons/${clientId}`,
  })),
  ...availableAddOnList.map(({ clientId, name }) => ({
    key: `available ${clientId}`,
    group: 'Records' as const,
    icon: 'plug' as const,
    label: name,
    hint: 'not connected',
    href: `/add-ons?show=available&q=${encodeURIComponent(name)}`,
  })),
  ...apiKeyList.map(({ apiKeyId, label }) => ({
    key: apiKeyId,
    group: 'Records' as const,
    icon: 'key' as const,
    label,
    hint: 'API key',
    href: `/api-keys?key=${apiKeyId}`,
  })),
]

/** The other environment of this operator. Other operators' addresses are other origins, which share nothing. */
export const operatorEntries = ({ operatorName, environment, origin }: Viewer): Entry[] => {
  const other =
    environment === 'sandbox'
      ? origin.replace('.sandbox.', '.')
      : origin.replace(/^(https?:\/\/[^.]+)\./, '$1.sandbox.')
  return [
    {
      key: other,
      group: 'Go to',
      icon: 'flask',
      label: `${operatorName} ${environment === 'sandbox' ? 'production' : 'sandbox'}`,
      hint: 'operator',
      href: `${other}/console/`,
    },
  ]
}

/** A request id opens its request. */
export const requestEntries = (viewer: Viewer, typed: string): Entry[] =>
  mayDo(viewer, 'add-on:read') && /^req_\w+$/.test(typed.trim())
    ? [
        {
          key: typed.trim(),
          group: 'Records',
          icon: 'clock',
          label: typed.trim(),
          hint: 'request',
          href: `/requests?id=${typed.trim()}&open=${typed.trim()}`,
        },
      ]
    : []
