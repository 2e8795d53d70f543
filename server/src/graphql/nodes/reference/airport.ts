/** Airports and countries. */

import { AIRPORT_GLOB_COST, AIRPORT_SEARCH_COST, DEFAULT_PAGE_SIZE } from '../../../domain/limits.ts'
import type { AirportRecord, RunwayRecord } from '../../../domain/reference/airport.ts'
import type { CountryRecord } from '../../../domain/reference/country.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { costing, searches, usually } from '../../operation/list-size.ts'
import { pageSize } from '../page.ts'

const Runway = builder.objectRef<RunwayRecord>('Runway').implement({
  ...noScope,
  fields: (t) => ({
    ident: t.exposeString('ident', { description: 'LONGEST where only the length of the longest runway is known.' }),
    lengthFt: t.exposeInt('lengthFt', { nullable: true }),
    widthFt: t.exposeInt('widthFt', { nullable: true }),
    surface: t.exposeString('surface', { nullable: true }),
    isLighted: t.exposeBoolean('isLighted'),
  }),
})

export const Airport = builder.objectRef<AirportRecord>('Airport').implement({
  ...noScope,
  description:
    'An airport. Codes change; airportId does not. A place without a code has neither iCAO nor iATA: flight plans write ZZZZ, and its airportId (ZZZZ, position, name) is what inputs take for it.',
  fields: (t) => ({
    airportId: t.exposeString('airportId'),
    iCAO: t.exposeString('iCAO', { nullable: true }),
    iATA: t.exposeString('iATA', { nullable: true }),
    name: t.exposeString('name'),
    city: t.exposeString('city', { nullable: true }),
    countryCode: t.exposeString('countryCode'),
    latitude: t.exposeFloat('latitude'),
    longitude: t.exposeFloat('longitude'),
    elevationFt: t.exposeInt('elevationFt', { nullable: true }),
    timezone: t.exposeString('timezone'),
    runwayList: t.field({ type: [Runway], resolve: ({ runwayList }) => [...runwayList] }),
  }),
})

const Country = builder.objectRef<CountryRecord>('Country').implement({
  ...noScope,
  fields: (t) => ({ countryCode: t.exposeString('countryCode'), name: t.exposeString('name') }),
})

const globCost = ({ wildcard }: Readonly<Record<string, unknown>>): number => {
  if (typeof wildcard !== 'string') return 0
  if (wildcard.includes('?')) return AIRPORT_GLOB_COST.questionMarks
  return wildcard.includes('*') ? AIRPORT_GLOB_COST.stars : 0
}

builder.queryFields((t) => ({
  airportList: t.field({
    ...costing(
      globCost,
      searches({ cost: AIRPORT_SEARCH_COST, args: ['wildcard', 'countryCode', 'minRunwayFt'] }, noScope),
    ),
    description: 'Airports by code. `wildcard` searches iCAO, iATA, name and city like that of aircraftTypeList.',
    type: [Airport],
    args: {
      wildcard: t.arg.string(),
      countryCode: t.arg.string(),
      minRunwayFt: t.arg.int(),
      first: t.arg.int({ defaultValue: DEFAULT_PAGE_SIZE }),
    },
    resolve: (_root, { first, ...search }, { reference, loaders, looked }) => {
      const most = pageSize(first)
      const find = () => {
        const { found, compared } = reference.airports(search, most)
        looked.add(compared, 'held')
        return [...found]
      }
      const isSearch = Boolean(search.wildcard || search.countryCode || search.minRunwayFt)
      return isSearch ? loaders.inTurn(find) : find()
    },
  }),
  airportByCode: t.field({
    ...noScope,
    description:
      'The airport with this iCAO or iATA code, or a code that it had before; or the place that is written as ZZZZ, position and name.',
    type: Airport,
    nullable: true,
    args: { code: t.arg.string({ required: true }) },
    resolve: (_root, { code }, { reference }) => reference.airportByCode(code) ?? null,
  }),
  countryList: t.field({
    ...usually((_args, { reference }) => reference.countries.length, noScope),
    description: 'Countries by ISO 3166 code.',
    type: [Country],
    resolve: (_root, _args, { reference }) => [...reference.countries],
  }),
}))
