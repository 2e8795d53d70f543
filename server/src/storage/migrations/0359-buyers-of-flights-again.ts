/** Mends what servers of before wrote after 0351 and before the store itself kept a flight's buyer that of its trip. */
import { migration as buyersOfFlights } from './0351-buyers-of-flights.ts'
import type { Migration } from './migration.ts'

export const migration: Migration = { name: '0359-buyers-of-flights-again', up: buyersOfFlights.up }
