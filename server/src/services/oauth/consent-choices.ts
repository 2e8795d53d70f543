/**
 * What the consent page lets an administrator choose beside the scopes: for whom a flight support application answers,
 * or which aircraft a marketplace offers. It is searched without a script: the form comes back with what was ticked.
 */
import type { Contact } from '../../domain/operations/contact.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { aircraftTypesOf, airportsOf } from '../../storage/reference/reference.ts'
import type { SignedIn } from '../identity/sessions.ts'
import { brakeSender } from '../request-brake.ts'
import type { WorldAt } from '../world.ts'
import { aircraftToChoose, offersAircraft } from './offered-aircraft.ts'
import { actsForProviders, providersToChoose } from './provider-contacts.ts'

export interface Choices {
  readonly of: 'providers' | 'aircraft'
  readonly list: readonly Choice[]
  /** How many there are to choose from, with those that the page does not show. */
  readonly total: number
  /** There are more than were looked through, which are chosen later. */
  readonly isMore: boolean
  /** Chosen before, and too many for the page: they stay. */
  readonly kept: number
  /** What was searched for; empty where nothing was. */
  readonly search: string
  /** How many match beside what is ticked. */
  readonly found: number
  /** What the page is made from, whatever is searched for: all that there is, and what is chosen now. */
  readonly madeFrom: { readonly all: readonly Choice[]; readonly chosen: readonly string[] }
}

export interface Choice {
  readonly id: string
  readonly name: string
  /** What it is, and where. */
  readonly detail: string
  readonly isChosen: boolean
}

/** Reading some hundred contacts takes twenty milliseconds, and whoever asks for the page pays nothing (threats row 560). */
export const brakeChoices = (at: WorldAt<Tenant>, { user }: SignedIn, application: ApplicationRow): void => {
  if (!actsForProviders(application) && !offersAircraft(application)) return
  brakeSender(at, `choices of ${user.user_id}`, 'This page was asked for too often: wait, then try again')
}

/** A world, or the transaction that decides. */
export type ConsentReader = Pick<WorldAt<Tenant>, 'read' | 'platform' | 'now'>

/** A search in the list, with what is ticked meanwhile. */
export interface ChoiceSearch {
  readonly text: string
  readonly ticked: readonly string[]
}

/** As many as a form of ours can carry; others are searched for, or chosen in the add-ons panel. */
const MAX_SHOWN = 50
/** Beyond these nothing is searched on the page. */
const MAX_LOOKED_THROUGH = 1000
const MAX_SEARCH = 100

const KIND_WORDS: Readonly<Partial<Record<Contact['kind'], string>>> = {
  HANDLER: 'Handler',
  SUPPLIER: 'Supplier',
  AUTHORITY: 'Authority',
}

type Airports = Awaited<ReturnType<typeof airportsOf>>

/** A place as people know it: "Zürich LSZH". */
const placeName = (airports: Airports, airportId: string | null): string | null => {
  const airport = airports.get(airportId ?? '')
  return airport ? [airport.city ?? airport.name, airport.iCAO].filter((part) => part).join(' ') : null
}

/** Everything there is, what is chosen now first. */
type All = Pick<Choices, 'of' | 'isMore'> & { readonly all: readonly Choice[]; readonly chosen: readonly string[] }

const providers = async ({ read, platform }: ConsentReader, clientId: string): Promise<All> => {
  const { offered, bound, isMore } = await providersToChoose(read, clientId, MAX_LOOKED_THROUGH)
  const airportIds = new Set(offered.flatMap(({ airportId }) => airportId ?? []))
  const places = await airportsOf(platform, [...airportIds])
  const all = offered.map(({ contactId, name, surname, company, kind, email, airportId }) => ({
    id: contactId,
    name: company ?? [name, surname].filter((part) => part !== null).join(' '),
    detail: [KIND_WORDS[kind], placeName(places, airportId), email].filter((part) => part).join(' · '),
    isChosen: bound.includes(contactId),
  }))
  return { of: 'providers', all, chosen: bound, isMore }
}

const aircraft = async ({ read, platform }: ConsentReader, clientId: string): Promise<All> => {
  const { shown, chosen, isMore } = await aircraftToChoose(read, clientId, MAX_LOOKED_THROUGH)
  const places = await airportsOf(platform, [...new Set(shown.map(({ baseId }) => baseId))])
  const types = await aircraftTypesOf(platform, [...new Set(shown.map(({ acftTypeId }) => acftTypeId))])
  const all = shown.map(({ aircraftId, registration, acftTypeId, seatCount, baseId }) => {
    const type = types.get(acftTypeId)
    return {
      id: aircraftId,
      name: [registration, type?.manufacturer, type?.model].filter((part) => part).join(' '),
      detail: [`${seatCount} seats`, placeName(places, baseId)].filter((part) => part).join(', '),
      isChosen: chosen.includes(aircraftId),
    }
  })
  return { of: 'aircraft', all, chosen, isMore }
}

const byName = (a: Choice, b: Choice): number => (a.name < b.name ? -1 : 1)

const matches = ({ name, detail }: Choice, words: readonly string[]): boolean => {
  const text = `${name} ${detail}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** What is ticked stays on the page, whatever is searched for: nothing is lost by looking for another. */
const shownOf = ({ of, all, chosen, isMore }: All, asked: ChoiceSearch | null): Choices => {
  const beyond = all.slice(MAX_SHOWN).filter(({ isChosen }) => isChosen)
  const search = asked?.text.trim().slice(0, MAX_SEARCH) ?? ''
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const free = all.filter((one) => !beyond.includes(one))
  const now = asked ? free.map((one) => ({ ...one, isChosen: asked.ticked.includes(one.id) })) : free
  const ticked = asked ? now.filter(({ isChosen }) => isChosen) : []
  const found = now.filter((one) => !ticked.includes(one) && matches(one, words))
  const list = [...ticked, ...found].slice(0, MAX_SHOWN)
  const sorted = of === 'aircraft' && !asked ? list.toSorted(byName) : list
  const counts = { total: all.length, kept: beyond.length, found: found.length }
  return { of, list: sorted, isMore, search, ...counts, madeFrom: { all, chosen } }
}

export const choicesOf = async (
  at: ConsentReader,
  application: ApplicationRow,
  asked: ChoiceSearch | null,
): Promise<Choices | null> => {
  if (actsForProviders(application)) return shownOf(await providers(at, application.client_id), asked)
  return offersAircraft(application) ? shownOf(await aircraft(at, application.client_id), asked) : null
}
