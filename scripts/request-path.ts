/**
 * Writes `server/request-path/<store>.sql`, the statements that requests send to each store, for review:
 * `node scripts/request-path.ts`. Requests are sent to a server of their own, one after another, while nothing is
 * remembered; statements that the server sends by itself, from timers, are left out.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { applicationArea, tenantArea } from '../server/src/domain/validity-area.ts'
import { GrantScene, type Tokens } from '../server/test/support/code-grant.ts'
import { type Fleet, seedFleet } from '../server/test/support/fleet.ts'
import { EVERYTHING, Integration } from '../server/test/support/integration.ts'
import { stopOwnPostgres } from '../server/test/support/postgres.ts'
import { STORES, type Store, startServer } from '../server/test/support/test-server.ts'

export const requestPathFile = (store: Store): URL => new URL(`../server/request-path/${store}.sql`, import.meta.url)

const FROM_TIMERS = /\bclock\.at\b|\breference_set\b|\busage_|^(begin|commit|rollback|set local)/
const CLAUSES =
  /(?<!extract\(epoch|do update) ((?:(?:left|inner) )?join|from|where|order by|group by|limit|values|set|returning|on conflict|for update)\b/g

const written = (statement: string): string =>
  `${statement.trim().replaceAll(/\s+/g, ' ').replaceAll(CLAUSES, '\n  $1')};`

/** Flights are planned within bounds around now. */
const DAY = `${new Date().getUTCFullYear() + 1}-05-01`
const INTERVAL = `interval: { from: "${DAY}T00:00:00Z", to: "${DAY}T23:59:59Z" }`
const FLIGHT_PAGE = `{ flightList(filter: { ${INTERVAL} }, page: { first: 50 }) { nodeList { flightNo status
  aircraft { registration seatCount } adep { iCAO name } crewList { position crewMember { code surname } }
  passengerList { surname } trip { tripNumber flightList { flightNo } } } } }`
const LIMITED_PAGE = `{ flightList(filter: { ${INTERVAL} }) { nodeList { flightNo aircraft { registration }
  passengerList { surname } } } }`
const CREW_PAGE = `{ crewMemberList(filter: { typeRating: "C56X" }) { nodeList { code qualificationList { kind validTo }
  dutyList(${INTERVAL}) { kind restBeforeMinutes } } } }`
const FLEET_PAGE = `{ aircraftList(filter: { status: [ACTIVE] }) { nodeList { registration
  unavailabilityList(${INTERVAL}) { reason } } } }`

interface Step {
  readonly title: string
  /** Its statements run in parallel, so their order varies. */
  readonly isQuery: boolean
  readonly run: () => Promise<unknown>
}

const change = (title: string, run: () => Promise<unknown>): Step => ({ title, isQuery: false, run })

const query = (title: string, by: Integration, text: string): Step => ({
  title,
  isQuery: true,
  run: () => by.ask(text),
})

const tokenSteps = async (scene: GrantScene): Promise<Step[]> => {
  const { refreshToken } = await scene.at.createKey()
  const code = await scene.code()
  let tokens: Tokens
  return [
    change('Exchange a code', async () => {
      tokens = (await scene.exchange(code)).json<Tokens>()
    }),
    change('Refresh a grant', () => scene.refresh(tokens.refresh_token)),
    change('Refresh an API key', () => scene.at.refreshKey(refreshToken)),
  ]
}

/** Each has its own key, so that no request uses up another's budget. */
const changeSteps = async ({ at }: GrantScene, { aircraft: [aircraft], crew }: Fleet): Promise<Step[]> => {
  const [opener, planner, roster, handler] = (await Promise.all(
    Array.from({ length: 4 }, () => Integration.of(at, EVERYTHING)),
  )) as [Integration, Integration, Integration, Integration]
  const crewList = (['CPT', 'FO'] as const).map((position, at) => ({ crewMemberId: crew[at]?.crewMemberId, position }))
  let trip: { tripId: string }
  let flight: { flightId: string; version: number }
  return [
    change('Open a trip', async () => {
      trip = (await opener.change('mutation { tripCreate(input: {}) { trip { tripId } } }')).trip
    }),
    change('Create a flight, with an idempotency key', async () => {
      const { tripId } = trip
      const input = { aircraftId: aircraft?.aircraftId, tripId, offBlock: `${DAY}T08:00:00Z`, paxCount: 1 }
      flight = (await planner.did(planner.createFlight(input, 'request-path'))).flight
    }),
    change('Assign a crew', async () => {
      flight = (await roster.did(roster.setCrew(flight.flightId, crewList, flight.version))).flight
    }),
    change('Set the passengers', () => {
      const list = [{ contact: { kind: 'PASSENGER', name: 'Ida', surname: 'Moser' } }]
      return handler.did(handler.setPassengers(flight.flightId, list, flight.version))
    }),
  ]
}

const querySteps = async ({ at }: GrantScene, { aircraft }: Fleet): Promise<Step[]> => {
  const limitedTo = aircraft.slice(0, 1).map(({ aircraftId }) => aircraftId)
  const limited = await Integration.of(at, 'flight:read aircraft:read passenger:read', limitedTo)
  return [
    query('Query a page of flights and what belongs to them', await Integration.of(at), FLIGHT_PAGE),
    query('Query flights and passengers by a key limited to one aircraft', limited, LIMITED_PAGE),
    query('Query a page of crew members', await Integration.of(at), CREW_PAGE),
    query('Query a page of aircraft', await Integration.of(at), FLEET_PAGE),
  ]
}

/** Requests in order: later ones read what earlier ones wrote. */
const stepsOf = async (scene: GrantScene): Promise<Step[]> => {
  const fleet = await seedFleet(scene.server.world.storage, scene.at.tenant.tenantId, scene.pilot.userId)
  return [...(await tokenSteps(scene)), ...(await changeSteps(scene, fleet)), ...(await querySteps(scene, fleet))]
}

/** Clears the server's caches of tenants, tokens and applications, so that the next request reads everything. */
const forget = ({ server, at, application }: GrantScene): Promise<void> =>
  server.world.storage.writePlatform(async (tx) => {
    tx.changeValidity(tenantArea(at.tenant.tenantId))
    tx.changeValidity(applicationArea(application.clientId))
  })

/** Returns the statements of a request in the format of the file. */
const statementsOf = async ({ isQuery, run }: Step): Promise<string[]> => {
  const statements: string[] = []
  const note = (text: unknown) => void statements.push(String(text))
  subscribe('airside:statement', note)
  await run().finally(() => unsubscribe('airside:statement', note))
  const own = statements.filter((text) => !FROM_TIMERS.test(text)).map(written)
  // A right is read once more before the answer where word of a change comes meanwhile, which is a matter of time.
  return isQuery ? [...new Set(own)].sort() : own
}

const HEADER =
  '-- Generated by scripts/request-path.ts: the statements that requests send. Change the code, not this file.'

/** Returns the file's text for a store, by sending the requests now. */
export const renderRequestPath = async (store: Store): Promise<string> => {
  const server = await startServer(store)
  try {
    const scene = await GrantScene.open(server, 'alpine')
    const parts = [HEADER]
    const known = new Set<string>()
    for (const step of await stepsOf(scene)) {
      await forget(scene)
      parts.push(`-- ${step.title}`)
      for (const text of await statementsOf(step)) {
        parts.push(known.has(text) ? `-- again: ${text.replaceAll(/\s+/g, ' ').slice(0, 90)} …` : text)
        known.add(text)
      }
    }
    return `${parts.join('\n\n')}\n`
  } finally {
    await server.close()
  }
}

if (import.meta.main) {
  for (const store of STORES) writeFileSync(requestPathFile(store), await renderRequestPath(store))
  await stopOwnPostgres()
}
